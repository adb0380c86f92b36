/** Keeps what happened lately, as it was told: in one form for everybody, and in some seats' own instead. */

import { eventFacts } from "./facts";
import type { Any, Happened } from "./types";

type Events = readonly Any<"event">[];
export type OwnEvents = readonly [seat: number, events: Events];

/** Holds what one update told. */
export interface Moment {
  version: number;
  /** of its first event; all forms of a moment use the same ones */
  key: number;
  shared: Events;
  own: ReadonlyMap<number, Events>;
}

export const KEPT = 16; // events, and at least the last moment whole: no history of a memory game

/** Return what a seat saw of a moment; null: what everybody did. */
export function seenBy(seat: number | null, { shared, own }: Pick<Moment, "shared" | "own">): Events {
  return (seat === null ? undefined : own.get(seat)) ?? shared;
}

/** Return the last moments as one seat saw them. */
export function happenedTo(seat: number | null, moments: readonly Moment[]): readonly Happened[] {
  const all = moments.flatMap((moment) => seenBy(seat, moment).map((event, at) => ({ key: moment.key + at, event })));
  const last = moments.at(-1);
  return all.slice(-Math.max(KEPT, last ? seenBy(seat, last).length : 0));
}

export function isGlimpse(game: string, events: Events): boolean {
  return events.some((event) => eventFacts(game, event.type).glimpse);
}

/** Return how many keys a moment needs. */
export function lengthOf({ shared, own }: Pick<Moment, "shared" | "own">): number {
  return Math.max(shared.length, ...[...own.values()].map((events) => events.length));
}
