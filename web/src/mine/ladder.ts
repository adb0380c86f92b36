/** The ladder of bots: a rung is climbed by winning a game in which that bot plays, without hints. */

import { BOTS } from "../protocol";
import { counts, opponents, placeOf } from "./figures";
import type { Played } from "./played";

/** Return how many rungs were climbed in a game; whoever stands on one stands above all below. */
export function rungs(games: readonly Played[], game: string): number {
  return Math.max(0, ...games.filter((one) => one.game === game).map(rung));
}

/** Return the rung that one game leads to: that of the strongest bot that was beaten; a host's own have none. */
function rung(one: Played): number {
  if (!counts(one) || one.hints || placeOf(one) > 1) return 0;
  const beaten = opponents(one).filter((seat) => one.places[seat]! > 1);
  return Math.max(0, ...beaten.map((seat) => (BOTS as readonly string[]).indexOf(one.players[seat]!.bot ?? "") + 1));
}
