/** Makes bars of a curve: equal steps of points from the worst on, however far they lie apart. */

import type { DailyCurve } from "../protocol";

export interface Bar {
  from: number;
  to: number;
  count: number;
  isMine: boolean;
}

const MAX_BARS = 15;

export function bars({ scores, counts }: DailyCurve, mine: number | null): Bar[] {
  if (scores.length === 0) return [];
  const reached = mine === null ? scores : [...scores, mine]; // of bots, one's own may be the best or the worst
  const [low, high] = [Math.min(...reached), Math.max(...reached)];
  const step = Math.ceil((high - low + 1) / MAX_BARS);
  const all = Array.from({ length: Math.ceil((high - low + 1) / step) }, (_, nth) => {
    const from = low + nth * step;
    const to = Math.min(high, from + step - 1);
    const isIn = (score: number) => score >= from && score <= to;
    const count = counts.reduce((sum, many, at) => (isIn(scores[at]!) ? sum + many : sum), 0);
    return { from, to, count, isMine: mine !== null && isIn(mine) };
  });
  return scores[0]! > scores.at(-1)! ? all.reverse() : all; // where few points are good, the best are last, too
}
