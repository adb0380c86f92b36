/** Fetches pictures before they are needed: without a connection they would be broken, and a reveal must not wait. */

const fetched = new Map<string, HTMLImageElement>(); // kept, so that browsers keep them too

const PREFETCH_DELAY_MS = 1_500; // the pictures on the page come first, also on a slow connection

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

/** Fetch again the pictures that a lost connection left out: prefetched ones, and broken ones on the page. */
export function fetchMissing(): void {
  for (const image of [...fetched.values(), ...document.images]) {
    const { src } = image;
    if (!image.complete || image.naturalWidth > 0 || !src) continue;
    image.src = "";
    image.src = src;
  }
}
