/** Says how long things move. Nothing waits for it: a click counts while a card still glides. */
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Return a duration in milliseconds; 0 for people who asked their device for less motion. */
export const lasting = (ms: number): number => (still.matches ? 0 : ms);
