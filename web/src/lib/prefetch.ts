/** Fetches pictures before anybody sees them: without a line they would be broken, and a glimpse must not wait. */

const fetched = new Map<string, HTMLImageElement>(); // kept, so that browsers keep them too

const PREFETCH_DELAY_MS = 1_500; // ms: what is on the page comes first, also on a slow line

export function fetchPictures(files: readonly string[]): void {
  setTimeout(() => files.forEach(fetchOne), PREFETCH_DELAY_MS);
}

function fetchOne(file: string): void {
  if (fetched.has(file)) return;
  const image = new Image();
  fetched.set(file, image);
  image.fetchPriority = "low";
  image.src = file;
}

/** Fetch again what a lost line left out: what was to come, and what is broken on the page. */
export function fetchMissing(): void {
  for (const image of [...fetched.values(), ...document.images]) {
    const { src } = image;
    if (!image.complete || image.naturalWidth > 0 || !src) continue;
    image.src = "";
    image.src = src;
  }
}
