/** Moves the parts of the table that make room for a visitor from their old to their new place, always in sight. */

import { lasting } from "../../../lib/motion";

const PARTS = ":scope > :is(.own, .pile, .ask, .cards)";
const MOVE_MS = 250;

/** Return where the parts of the table are now. */
export function placesOf(table: HTMLElement | undefined): ReadonlyMap<HTMLElement, DOMRect> {
  const parts = [...(table?.querySelectorAll<HTMLElement>(PARTS) ?? [])];
  return new Map(parts.map((part) => [part, part.getBoundingClientRect()]));
}

/** Let each part glide here from its place before. */
export function movedFrom(before: ReadonlyMap<HTMLElement, DOMRect>): void {
  const duration = lasting(MOVE_MS);
  if (duration === 0) return;
  for (const [part, old] of before) {
    const now = part.getBoundingClientRect();
    const [x, y] = [old.left - now.left, old.top - now.top];
    if (x === 0 && y === 0) continue;
    part.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration, easing: "ease-out" });
  }
}
