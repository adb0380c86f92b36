/** Lays the curve of an analysis out: where each line goes, in a box of WIDTH and HEIGHT. */

import type { Analysis, Point } from "../protocol";

export const WIDTH = 340;
export const HEIGHT = 170;
export const LEFT = 34; // for the scale
const TOP = 6;
const BOTTOM = 6;
const RIGHT = 8;

export interface Laid {
  /** by seat, as the points of a polyline */
  lines: string[];
  /** where the own chance lies 95 times in 100, as the points of a polygon */
  shade: string;
  /** where a step is */
  x: (step: number) => number;
  y: (chance: number) => number;
  /** how high the own line is at a step */
  own: (step: number) => number;
  /** the point of the curve that is nearest to a place in the box */
  nearest: (x: number) => Point;
}

export function layOut({ points, seat }: Analysis): Laid {
  const first = points[0]!.step;
  const last = Math.max(points.at(-1)!.step, first + 1);
  const x = (step: number) => rounded(LEFT + ((WIDTH - LEFT - RIGHT) * (step - first)) / (last - first));
  const y = (chance: number) => rounded(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * Math.min(1, Math.max(0, chance)));
  const drawn = (height: (point: Point) => number) => points.map((point) => `${x(point.step)},${y(height(point))}`);
  const upper = drawn((point) => point.chances[seat]! + point.margins[seat]!);
  const lower = drawn((point) => point.chances[seat]! - point.margins[seat]!);
  return {
    lines: points[0]!.chances.map((_, one) => drawn((point) => point.chances[one]!).join(" ")),
    shade: [...upper, ...lower.reverse()].join(" "),
    x,
    y,
    own: (step) => y(between(points, seat, step)),
    nearest: (place) => points.reduce((a, b) => (Math.abs(x(b.step) - place) < Math.abs(x(a.step) - place) ? b : a)),
  };
}

/** Return a seat's chance at a step, on the line between the points before and after it. */
function between(points: readonly Point[], seat: number, step: number): number {
  const next = points.find((point) => point.step >= step) ?? points.at(-1)!;
  const before = points.findLast((point) => point.step <= step) ?? next;
  const way = next.step === before.step ? 0 : (step - before.step) / (next.step - before.step);
  return before.chances[seat]! + way * (next.chances[seat]! - before.chances[seat]!);
}

/** Return the first, last, least and greatest chance of a seat, in whole per cent. */
export function summary(points: readonly Point[], seat: number) {
  const chances = points.map((point) => point.chances[seat]!);
  return {
    first: percent(chances[0]!),
    last: percent(chances.at(-1)!),
    least: percent(Math.min(...chances)),
    most: percent(Math.max(...chances)),
  };
}

export const percent = (share: number) => Math.round(100 * share);

const rounded = (value: number) => Math.round(10 * value) / 10;
