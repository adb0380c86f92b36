/** The end of a round, as it lies on the table: open rows, the knock, the tile, the sums (C20-C23). */

import type { ChocottesCard, ChocottesEnded, ChocottesEvent, ChocottesView } from "../../../protocol";

/** The steps in which it is counted: first the rows lie open, with who ended it. */
export const [SUMS, TILE, COUNTED] = [1, 2, 3] as const;
export const STEP_MS = 1_200;

export interface Ending {
  round: number;
  rows: readonly (readonly ChocottesCard[])[];
  ended: ChocottesEnded;
  /** the player that knocked, or has no card left; null: the pile is empty */
  by: number | null;
  tile: number | null;
  /** the seats that the tile hit */
  payers: readonly number[];
  points: readonly number[];
  totals: readonly number[];
  /** whether it was the last round */
  isLast: boolean;
}

type Events = readonly ChocottesEvent[];

/** Split events into those up to the end of a round and those of the next round. */
export function parted(events: Events): [before: Events, after: Events] {
  const at = events.findIndex((event) => event.type === "RoundEnded");
  return [events.slice(0, at + 1), events.slice(at + 1)];
}

/** Return the end of the last round that ended in some events, if one did. */
export function endingOf(events: Events, view: ChocottesView): Ending | null {
  const over = events.findLast((event) => event.type === "RoundEnded");
  const shown = events.findLastIndex((event) => event.type === "Knocked" || event.type === "RowsShown");
  const tile = events.slice(shown).find((event) => event.type === "TileDrawn");
  if (!over || shown < 0) return null;
  const { rows } = events[shown] as Extract<ChocottesEvent, { type: "Knocked" | "RowsShown" }>;
  const isLast = view.phase === "over";
  return {
    round: isLast ? view.round : view.round - 1,
    rows,
    ended: over.ended,
    by: over.by,
    tile: tile?.penalty ?? null,
    payers: over.payers,
    points: over.points,
    totals: over.totals,
    isLast,
  };
}

/** Return the value of the cards of a row: the points of its player without the tile. */
export function worth(ending: Ending, seat: number): number {
  return (ending.points[seat] ?? 0) - (ending.payers.includes(seat) ? (ending.tile ?? 0) : 0);
}
