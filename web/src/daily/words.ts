/** Puts results of the daily deal into words. */

import { localeOf } from "../lang/catalogue";

import { say, texts } from "../lang/language.svelte";
import { factsOf } from "../model/facts";
import { shortTitle } from "../live/server.svelte";
import type { DailyTry } from "../protocol";

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

/** Return a result as a line to send anywhere. */
export function lineOf(game: string, day: string, mine: Done, players: number, played: number): string {
  const told = say("daily.line-of", { game: shortTitle(game), date: dateOf(day), placed: placed(game, mine, players) });
  return played > 1 ? `${told} ${say("daily.line-better", { n: played - 1, worse: mine.worse ?? 0 })}` : told;
}
