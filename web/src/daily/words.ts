/** Puts results of the daily deal into words. */

import { localeOf } from "../lang/catalogue";

import { say, texts } from "../lang/language.svelte";
import { factsOf } from "../model/facts";
import { shortTitle } from "../live/server.svelte";
import type { Better } from "../archive/daily-tries";
import type { DailyGame, DailyTry } from "../protocol";

/** A try that is over. */
export type Done = DailyTry & { score: number; place: number };

export function isDone(mine: DailyTry | null | undefined): mine is Done {
  return typeof mine?.score === "number";
}

/** Return how long it is until then: `5 h 12 min`. */
export function timeLeft(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const [h, min] = [Math.floor(minutes / 60), minutes % 60];
  return h > 0 ? say("daily.hours", { h, min }) : say("daily.minutes", { min });
}

/** Return points, or cards, as the game counts them. */
export function counted(game: string, score: number): string {
  return say(`result.${factsOf(game).counts}`, { n: score });
}

export function placed(game: string, { place, score }: Done, players: number): string {
  return say("daily.result", { place, n: players, counted: counted(game, score) });
}

/** Return where a try stands among all that are over. */
export function standing({ worse = 0, equal = 0 }: DailyTry, played: number): string {
  const others = played - 1;
  if (others <= 0) return say("daily.only");
  const better = say("daily.better", { n: others, worse });
  return equal > 0 ? `${better} ${say("daily.equal", { n: equal })}` : better;
}

export function dateOf(day: string): string {
  const format = new Intl.DateTimeFormat(localeOf(texts().language), { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}

const BEATEN = "👻";
const UNBEATEN = "🌑";
const SIGNS = 10; // in the row of ghosts
const MEDALS = ["🥇", "🥈", "🥉"];
/** Days in a row from which on they are told. */
export const SHORTEST_STREAK = 2;

/** Return the row of ghosts: one for each tenth of the bots' tries that were worse. */
export function ghosts({ worse, tries }: Better): string {
  const beaten = Math.round((SIGNS * worse) / tries);
  return BEATEN.repeat(beaten) + UNBEATEN.repeat(SIGNS - beaten);
}

/** Return the comparison with bots; null until they have played. */
export function betterOf({ bots }: DailyGame): Better | null {
  return bots?.tries ? { worse: bots.worse ?? 0, tries: bots.tries } : null;
}

/** Return a result as a line to send anywhere, without a card; in signs, where bots have played the deal. */
export function lineOf(deal: DailyGame & { mine: Done }, day: string, streak: number): string {
  const { game, mine, players, played } = deal;
  const facts = { game: shortTitle(game), date: dateOf(day) };
  const better = betterOf(deal);
  if (better) {
    const signs = [
      `${ghosts(better)} ${better.worse}/${better.tries}`,
      `${MEDALS[mine.place - 1] ?? ""}${mine.place}/${players}`,
    ];
    if (streak >= SHORTEST_STREAK) signs.push(`🔥${streak}`);
    return `${say("daily.line-bots", facts)}\n${signs.join(" · ")}`;
  }
  const told = say("daily.line-of", { ...facts, placed: placed(game, mine, players) });
  return played > 1 ? `${told} ${say("daily.line-better", { n: played - 1, worse: mine.worse ?? 0 })}` : told;
}
