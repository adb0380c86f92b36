/** Holds the language of the page. Components that call `say` are drawn again when it changes. */

import { settings } from "../lib/settings.svelte";
import { type Catalogue, type Language, type Texts, type Values, load, loadFirst, preferred } from "./catalogue";

let catalogue = $state.raw<Catalogue>();
let wanted: Language | undefined;
/** Texts that the page does not bring along: those of the server's own games and bots. */
const sources: ((language: Language) => Promise<Texts>)[] = [];

/** Set while the texts of the games are not here: the first page does without. */
let isFirst = false;
let whole: Promise<void> | undefined;

export async function speak(language: Language): Promise<void> {
  wanted = language;
  let loaded = await (isFirst ? loadFirst : load)(language);
  // One by one, and also those that are learned while this waits.
  for (const source of sources) loaded = loaded.with(await source(language));
  if (wanted !== language) return; // another language was chosen meanwhile
  catalogue = loaded;
  document.documentElement.lang = language;
}

/**
 * Speak the language chosen on an earlier visit, or the browser's, or the link's; without the games' texts, for which
 * no page waits to be drawn.
 */
export async function speakAsBefore(): Promise<void> {
  isFirst = true;
  await speak(settings.language ?? preferred(navigator.languages, location.search));
}

/** Have the texts of the games, too; to be awaited by every page but the first. */
export function speakOfGames(): Promise<void> {
  if (isFirst) {
    isFirst = false;
    whole = speak(wanted!);
  }
  return whole ?? Promise.resolve();
}

export async function choose(language: Language): Promise<void> {
  settings.language = language;
  await speak(language);
}

/** Add texts from elsewhere, in the language of the page and in every one that is chosen later. */
export async function learn(source: (language: Language) => Promise<Texts>): Promise<void> {
  const { language } = texts();
  const more = await source(language);
  sources.push(source);
  if (texts().language !== language) await speak(texts().language);
  else if (Object.keys(more).length > 0) catalogue = texts().with(more); // or else nothing is to be drawn anew
}

export function texts(): Catalogue {
  if (!catalogue) throw new Error("no language is loaded yet");
  return catalogue;
}

export function say(key: string, values: Values = {}): string {
  return texts().say(key, values);
}

/** Propose a friendly name, in the page's language; none of `taken`, while there are others. */
export function proposedName(taken: readonly string[] = []): string {
  const free = proposedNames().filter((name) => !taken.includes(name));
  const names = free.length > 0 ? free : proposedNames();
  return names[Math.floor(Math.random() * names.length)]!;
}

function proposedNames(): string[] {
  return say("web.names")
    .split(",")
    .map((name) => name.trim());
}
