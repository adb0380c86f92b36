/** Achievements: feats in one game that a player may try for. Each game declares its own in `achievements.ts`. */

import type { GameName, Games } from "../model/scene";

export interface Achievement<G extends GameName = GameName> {
  /** unique within its game; `<game>.achievement.<name>` is its title, with `.how` the way to it */
  name: string;
  picture: string;
  /** tell whether a seat earned it, by the public events of a whole game */
  isEarned(events: Events<G>, seat: number): boolean;
}

export type Events<G extends GameName = GameName> = readonly Games[G]["event"][];

/** Return the events of one type. */
export function ofType<E extends { type: string }, T extends E["type"]>(events: readonly E[], type: T) {
  return events.filter((event): event is Extract<E, { type: T }> => event.type === type);
}

/** Tell whether a seat won, alone or with others. */
export function hasWon(events: Events, seat: number): boolean {
  return ofType(events, "GameOver").some(({ winners }) => winners.includes(seat));
}
