/** Chooses kind words for players who have not won, by how close it was. */

import { factsOf } from "../model/facts";
import type { Any } from "../model/scene";
import { places } from "./places";

/** The number of texts of each kind: `result.kind.<kind>.<1…>`. */
const VARIANTS = { close: 3, second: 2, fight: 3, next: 3, twist: 2, together: 2 };
const CLOSE = { atLeast: 2, share: 0.1 }; // behind the winner: so many points, or so much of the highest score
const FIGHT_SHARE = 0.4; // of the highest score

export interface KindWords {
  key: string;
  /** points or cards behind the winner */
  gap: number;
}

/** Return the words for the seats of a device; null for winners and spectators. `number`: of the game at its table. */
export function kindWords(
  game: string,
  view: Pick<Any<"view">, "scores" | "winners">,
  mine: readonly number[],
  number: number,
): KindWords | null {
  const seats = mine.filter((seat) => seat < view.scores.length);
  const [winner] = view.winners ?? [];
  if (seats.length === 0 || winner === undefined) return null;
  if (seats.length === 1 && view.winners!.includes(seats[0]!)) return null;
  const sign = factsOf(game).lowest_wins ? -1 : 1;
  const gap = sign * (view.scores[winner]! - view.scores[seats[0]!]!);
  const kind = seats.length > 1 ? "together" : kindOf(game, view, seats[0]!, gap);
  // Another game, another text; the same one after a reload.
  const sum = view.scores.reduce((all, score) => all + score, number);
  return { key: `result.kind.${kind}.${1 + (Math.abs(sum) % VARIANTS[kind])}`, gap };
}

function kindOf(
  game: string,
  view: Pick<Any<"view">, "scores" | "winners">,
  seat: number,
  gap: number,
): keyof typeof VARIANTS {
  const highest = Math.max(...view.scores.map(Math.abs));
  if (gap <= 0) return "twist"; // won by another rule than the score
  if (gap <= Math.max(CLOSE.atLeast, CLOSE.share * highest)) return "close";
  const { place } = places(game, view).find((one) => one.seat === seat)!;
  if (place === 2 && view.scores.length > 2) return "second";
  return gap <= FIGHT_SHARE * highest ? "fight" : "next";
}
