/** Finds how large the cards of a row can be: they break into lines rather than become small. */

import { RATIO } from "../art";

interface Fit {
  columns: number;
  /** of a card with its margin, in pixels */
  width: number;
  height: number;
}

/** Fit cards into lines. One reads best: more only where cards would become narrower than `enough`. */
export function fit(cards: number, width: number, height: number, most: number, enough: number): Fit {
  const count = Math.max(1, cards);
  let best: Fit = { columns: count, width: 0, height: 0 };
  for (let lines = 1; lines <= count && best.width < enough; lines += 1) {
    const columns = Math.ceil(count / lines);
    const wide = Math.floor(Math.min(width / columns, (height / lines) * RATIO, most));
    if (wide > best.width) best = { columns, width: wide, height: Math.floor(wide / RATIO) };
  }
  return best;
}
