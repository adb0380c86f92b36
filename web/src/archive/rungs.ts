/** Climbs the ladder of bots. It is apart from the statistics, because the first page shows it. */

import { BOTS } from "../protocol";
import type { Played } from "./played-game";

/** Tell whether a game counts: lessons are arranged, and without opponents all players have won. */
export function counts({ lesson, mine, players }: Played): boolean {
  return !lesson && mine.length < players.length;
}

/** Return the best place of this device's seats. */
export function placeOf({ mine, places }: Played): number {
  return Math.min(...mine.map((seat) => places[seat]!));
}

/** Return the seats of the opponents: bots, and players on other devices. */
export function opponents({ mine, players }: Played): number[] {
  return [...players.keys()].filter((seat) => !mine.includes(seat));
}

/** Return the number of rungs climbed in a game; the highest rung includes all below. */
export function rungs(games: readonly Played[], game: string): number {
  return Math.max(0, ...games.filter((one) => one.game === game).map(rung));
}

/**
 * Return the rung that one game leads to: that of the strongest bot that was beaten; a host's own have none. A won
 * lesson leads to the first one, so the game that is offered after it is for the second.
 */
function rung(one: Played): number {
  if (one.lesson) return placeOf(one) === 1 ? 1 : 0;
  if (!counts(one) || one.hints || placeOf(one) > 1) return 0;
  const beaten = opponents(one).filter((seat) => one.places[seat]! > 1);
  return Math.max(0, ...beaten.map((seat) => (BOTS as readonly string[]).indexOf(one.players[seat]!.bot ?? "") + 1));
}
