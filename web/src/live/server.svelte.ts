/** The games and bots of this server. Ours are known before its answer; it is asked once a visit. */

import type { Language, Texts } from "../lang/catalogue";
import { learn, say, texts } from "../lang/language.svelte";
import { isStatic } from "../lib/site";
import { BOTS, type BotFacts, type Feature, GAME_NAMES, type Games } from "../protocol";
import { api } from "./api";
import { isOurs, learnFacts } from "../model/facts";

const OURS: BotFacts[] = BOTS.map((name) => ({ name, games: [...GAME_NAMES], title: {}, face: null }));

/** the parts of the page for people on other devices */
const SHARED: readonly Feature[] = ["quick-match", "slow-tables", "daily-deal", "groups", "web-push"];

let known = $state.raw<Games | null>(null);
let asking: Promise<void> | null = null;

/** Ask the server for its games and bots, and for the words of games that this page does not have. */
export function askServer(): Promise<void> {
  asking ??= ask().catch((error: unknown) => {
    asking = null;
    throw error;
  });
  return asking;
}

async function ask(): Promise<void> {
  const answer = await api.games();
  const others = answer.games.map((game) => game.name).filter((game) => !isOurs(game));
  for (const game of others) await learn(async (language) => (await api.words(game, language)).texts);
  await learn((language) => Promise.resolve(titles(answer.bot_facts, language)));
  learnFacts(answer.games);
  known = answer;
}

/**
 * Return the titles of a host's own bots as catalogue texts; in any language rather than the file's name. At a table
 * they have one name for all players, whatever their languages.
 */
function titles(bots: readonly BotFacts[], language: Language): Texts {
  const named = bots.filter(({ title }) => Object.keys(title).length > 0);
  const texts = named.flatMap(({ name, title }) => {
    const [any = name] = Object.values(title);
    return [
      [`bot.${name}`, title[language] ?? title[""] ?? any],
      [`bot.${name}.called`, title[""] ?? title.en ?? any],
    ];
  });
  return Object.fromEntries(texts) as Texts;
}

/** The version of the server; null until it has answered. */
export function version(): string | null {
  return known?.version ?? null;
}

/** Whether the host has switched a part of the page off, or no server is behind it; false until it has answered. */
export function isWithout(feature: Feature): boolean {
  return known?.without?.includes(feature) ?? (isStatic() && SHARED.includes(feature));
}

/** The names of all games that can be played here, ours first. */
export function games(): readonly string[] {
  return [...GAME_NAMES, ...(known?.games ?? []).map((game) => game.name).filter((game) => !isOurs(game))];
}

/** Return the title of a game in the language of the page. */
export function titleOf(game: string): string {
  const key = `title.${game}`;
  return texts().has(key) ? say(key) : (known?.games.find((one) => one.name === game)?.title ?? game);
}

/** Return the title for little room: without the part after a comma, as in "…, the card game". */
export function shortTitle(game: string): string {
  return titleOf(game).split(",")[0]!;
}

/** Return the bots of a game, from the weakest to the strongest; a host's own come last. */
export function botsFor(game: string): readonly BotFacts[] {
  return (known?.bot_facts ?? OURS).filter((bot) => bot.games.includes(game));
}

export function botFacts(name: string): BotFacts | undefined {
  return (known?.bot_facts ?? OURS).find((bot) => bot.name === name);
}

/** Return the bot that gives hints in a game: the strongest of ours that plays it, which the server asks. */
export function adviserOf(game: string): string {
  const there = botsFor(game).map((bot) => bot.name);
  return BOTS.findLast((name) => there.includes(name)) ?? BOTS[0];
}

/** Tell whether one of ours plays a game: the server asks no others. */
export function hasAdviser(game: string): boolean {
  return botsFor(game).some(({ name }) => BOTS.some((ours) => ours === name));
}

/** Return the preferred bot, or the weakest where that one does not play. */
export function botLike(game: string, liked: string): string {
  const there = botsFor(game);
  return there.find((bot) => bot.name === liked)?.name ?? there[0]?.name ?? liked;
}
