/** Counts games won and lost: in all, by game, by number of players and by opponent. */

import type { Played, PlayedBy } from "./played-game";
import { counts, opponents, placeOf } from "./rungs";

export interface Tally {
  games: number;
  won: number;
  lost: number;
  /** games won one after the other: now, and at most */
  streak: number;
  best: number;
}

/** A tally of one game, one number of players or one opponent. */
export interface Counted<T> {
  of: T;
  tally: Tally;
}

type Outcome = "won" | "lost" | "even";

const outcomeOf = (one: Played): Outcome => (placeOf(one) === 1 ? "won" : "lost");

export function inAll(games: readonly Played[]): Tally {
  return tallied(games.filter(counts).map(outcomeOf));
}

export function byGame(games: readonly Played[]): Counted<string>[] {
  return grouped(games, ({ game }) => [game], outcomeOf).sort(mostFirst);
}

export function byPlayers(games: readonly Played[]): Counted<number>[] {
  return grouped(games, ({ players }) => [players.length], outcomeOf).sort((one, other) => one.of - other.of);
}

/** Count by opponent: people by their names, bots by their level; the better place wins. */
export function byOpponent(games: readonly Played[]): Counted<PlayedBy>[] {
  const named = new Map<string, PlayedBy>(); // as they were called last
  for (const one of games.toReversed()) {
    for (const seat of opponents(one)) named.set(keyOf(one, seat), one.players[seat]!);
  }
  const found = grouped(
    games,
    (one) => [...new Set(opponents(one).map((seat) => keyOf(one, seat)))],
    (one, key) => against(one, key),
  );
  return found.map(({ of, tally }) => ({ of: named.get(of)!, tally })).sort(mostFirst);
}

/** Return the seats of opponents whom this device has beaten for the first time, by winning the game; bots by level. */
export function firstBeaten(one: Played, before: readonly Played[]): number[] {
  if (!counts(one) || placeOf(one) > 1) return [];
  const isNew = (seat: number) => {
    const key = keyOf(one, seat);
    const met = before.filter((other) => counts(other) && opponents(other).some((seat) => keyOf(other, seat) === key));
    return against(one, key) === "won" && !met.some((other) => placeOf(other) === 1 && against(other, key) === "won");
  };
  return opponents(one).filter(isNew);
}

/** Identify an opponent: all bots of a level are one. */
function keyOf({ players }: Played, seat: number): string {
  const { bot, name } = players[seat]!;
  return bot === undefined ? `name:${name.trim().toLowerCase()}` : `bot:${bot}`;
}

function against(one: Played, key: string): Outcome {
  const theirs = opponents(one).filter((seat) => keyOf(one, seat) === key);
  const ahead = Math.min(...theirs.map((seat) => one.places[seat]!)) - placeOf(one);
  return ahead > 0 ? "won" : ahead < 0 ? "lost" : "even";
}

/** Tally the games that count by the keys of `under`; the newest game comes first. */
function grouped<T>(
  games: readonly Played[],
  under: (one: Played) => readonly T[],
  outcome: (one: Played, of: T) => Outcome,
): Counted<T>[] {
  const outcomes = new Map<T, Outcome[]>();
  for (const one of games.filter(counts)) {
    for (const of of under(one)) {
      if (!outcomes.has(of)) outcomes.set(of, []);
      outcomes.get(of)!.push(outcome(one, of));
    }
  }
  return [...outcomes].map(([of, all]) => ({ of, tally: tallied(all) }));
}

/** Tally outcomes, the newest first. */
function tallied(outcomes: readonly Outcome[]): Tally {
  const count = (what: Outcome) => outcomes.filter((one) => one === what).length;
  const end = outcomes.findIndex((one) => one !== "won");
  const runs = outcomes.map((one) => (one === "won" ? "w" : " ")).join("").split(" "); // prettier-ignore
  return {
    games: outcomes.length,
    won: count("won"),
    lost: count("lost"),
    streak: end < 0 ? outcomes.length : end,
    best: Math.max(...runs.map((run) => run.length)),
  };
}

const mostFirst = (one: Counted<unknown>, other: Counted<unknown>) => other.tally.games - one.tally.games;
