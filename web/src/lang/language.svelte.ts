/** The language of the page. Whatever calls `say` is shown anew when it is switched. */

import { settings } from "../lib/settings.svelte";
import { type Catalogue, type Language, type Values, load, preferred } from "./catalogue";

let catalogue = $state.raw<Catalogue>();
let wanted: Language | undefined;

export async function speak(language: Language): Promise<void> {
  wanted = language;
  const loaded = await load(language);
  if (wanted !== language) return; // somebody has chosen another one meanwhile
  catalogue = loaded;
  document.documentElement.lang = language;
}

/** At the start: the language chosen on an earlier visit, or the browser's. */
export async function speakAsBefore(): Promise<void> {
  await speak(settings.language ?? preferred(navigator.languages));
}

export async function choose(language: Language): Promise<void> {
  settings.language = language;
  await speak(language);
}

export function texts(): Catalogue {
  if (!catalogue) throw new Error("no language is loaded yet");
  return catalogue;
}

export function say(key: string, values: Values = {}): string {
  return texts().say(key, values);
}
