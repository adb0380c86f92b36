/** How long things move. Nothing waits for it: a click counts while a card still glides. */
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** A duration in milliseconds; none for people who asked their device for less motion. */
export const lasting = (ms: number): number => (still.matches ? 0 : ms);
