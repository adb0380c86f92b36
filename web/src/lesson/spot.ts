/** Places a ghost, or the bubble of a hint, so that it hides the least. */

const ROWS = ["top", "bottom", "middle"] as const;
const SIDES = ["left", "right"] as const;
export type Spot = `${(typeof ROWS)[number]}-${(typeof SIDES)[number]}`;
export const SPOTS: readonly Spot[] = ROWS.flatMap((row) => SIDES.map((side): Spot => `${row}-${side}`));

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

/** Boxes that must stay visible: the subject of the tip, and the targets of taps. */
interface Clear {
  target: Box | null;
  taps: readonly Box[];
}

function hidden(by: Box, box: Box): number {
  const width = Math.min(by.right, box.right) - Math.max(by.left, box.left);
  const height = Math.min(by.bottom, box.bottom) - Math.max(by.top, box.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** Return the box of a bubble at a spot of the room. */
export function boxAt(spot: Spot, room: Box, { width, height }: Size): Box {
  const left = spot.endsWith("left") ? room.left : room.right - width;
  const tops = { top: room.top, bottom: room.bottom - height, middle: (room.top + room.bottom - height) / 2 };
  const top = tops[spot.split("-")[0] as (typeof ROWS)[number]];
  return { left, top, right: left + width, bottom: top + height };
}

/** Return the freest spot; the ghost stays where it is (`now`) as long as it hides no less elsewhere. */
export function freest(room: Box, size: Size, { target, taps }: Clear, now: Spot = "top-left"): Spot {
  const cost = (spot: Spot) => {
    const box = boxAt(spot, room, size);
    return taps.reduce((sum, tap) => sum + hidden(box, tap), target ? 2 * hidden(box, target) : 0);
  };
  return SPOTS.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best), now);
}

const STEP_PX = 8;
const TAP_WEIGHT = 20; // a hidden px² of a tap target counts as this many of the rest
const SUBJECT_WEIGHT = 400; // and one of the subject as this many

/** Boxes that a bubble should not hide, the most important ones first. */
interface Visible {
  subject?: readonly Box[];
  taps?: readonly Box[];
  rest?: readonly Box[];
}

/**
 * Return the box in the room that hides the least: of the subject first, then of the targets of taps, then of the rest;
 * the higher and further right the better.
 */
export function clearest(room: Box, size: Size, { subject = [], taps = [], rest = [] }: Visible): Box {
  const { width, height } = size;
  const lefts = [room.right - width, room.left, (room.left + room.right - width) / 2];
  const count = Math.max(1, 1 + Math.floor((room.bottom - room.top - height) / STEP_PX));
  const tops = Array.from({ length: count }, (_, nth) => room.top + STEP_PX * nth);
  const boxes = tops.flatMap((top) => lefts.map((left) => ({ left, top, right: left + width, bottom: top + height })));
  const area = (box: Box, of: readonly Box[]) => of.reduce((sum, one) => sum + hidden(box, one), 0);
  const costs = boxes.map(
    (box) => SUBJECT_WEIGHT * area(box, subject) + TAP_WEIGHT * area(box, taps) + area(box, rest),
  );
  return boxes[costs.indexOf(Math.min(...costs))]!;
}
