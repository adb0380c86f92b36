/** Seats and their players: each bot has a proper name and a face of its own, at any level. */

import { BOTS, type SeatShown } from "../protocol";

/** The player of a seat; of bots, with the number of the same kind before it. */
export interface Seated extends SeatShown {
  nth?: number;
}

/** Return a table's seats with the bots of each kind counted, from 0: by that they have their names and faces. */
export function counted(seats: readonly SeatShown[]): readonly Seated[] {
  const seen = new Map<string, number>();
  return seats.map((seat) => {
    if (!seat.bot) return seat;
    const nth = seen.get(seat.bot) ?? 0;
    seen.set(seat.bot, nth + 1);
    return { ...seat, nth };
  });
}

/** Return the strength of a bot of ours, from 1 to 5; null for a host's own. */
export function levelOf(bot: string): number | null {
  const place = (BOTS as readonly string[]).indexOf(bot);
  return place < 0 ? null : place + 1;
}

/** The colour of a seat: of its name at the table, and wherever a sentence names it. Every one reads on the night. */
export function seatColour(seat: number): string {
  return `var(--seat-${seat})`;
}
