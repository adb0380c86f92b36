/** Says how long people need to read. */

const BEGIN = 1_000; // milliseconds until one has noticed that there is something to read
const WORD = 350;

/** Return for how long a text is to be read, in milliseconds. */
export function readingTime(text: string): number {
  return BEGIN + WORD * text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
