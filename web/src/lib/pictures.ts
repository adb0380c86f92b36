/** Fetches pictures before anybody sees them: without a line they would be broken, and a glimpse must not wait. */

const fetched = new Map<string, HTMLImageElement>(); // kept, so that browsers keep them too

export function fetchPictures(files: Iterable<string>): void {
  for (const file of files) {
    if (fetched.has(file)) continue;
    const image = new Image();
    image.fetchPriority = "low"; // after what is on the page
    fetched.set(file, image);
    image.src = file;
  }
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
