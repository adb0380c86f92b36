/** Reads the texts of a language: the same files that the command line and the server use (src/toctoc/lang). */

import texts from "virtual:texts";

import { LANGUAGES as OWN_NAMES, type Language } from "../protocol";

/** Each language in its own words, for the menu in which one looks for it. */
export { OWN_NAMES, type Language };
export const LANGUAGES = Object.keys(OWN_NAMES) as Language[];
type Text = string | Record<string, string>;
export type Texts = Record<string, Text>;
export type Values = Record<string, unknown>;

/** The browser's rules of a language. They are slow to create, so they are created once. */
const PLURALS = new Map<Language, Intl.PluralRules>();
const NUMBERS = new Map<Language, Intl.NumberFormat>();

/** The locale of dates: British, where the language alone would be American. */
export const localeOf = (language: Language): string => (language === "en" ? "en-GB" : language);

/** Return the cached value of a language; create it at the first use. */
function known<T>(kept: Map<Language, T>, language: Language, make: () => T): T {
  const found = kept.get(language) ?? make();
  kept.set(language, found);
  return found;
}

export class Catalogue {
  constructor(
    readonly language: Language,
    private readonly texts: Texts,
  ) {}

  /** Return these texts and more: those of a game that the page did not bring along. */
  with(more: Texts): Catalogue {
    return new Catalogue(this.language, { ...more, ...this.texts });
  }

  has(key: string): boolean {
    return key in this.texts;
  }

  /** Return the text of a key, its blanks filled in; where several are there, `n` chooses. */
  say(key: string, values: Values = {}): string {
    return this.pieces(key, values).map(String).join("");
  }

  /** Return a text in pieces, in order: its own words, and the values of its blanks as they are. */
  pieces(key: string, values: Values = {}): unknown[] {
    const text = this.texts[key];
    if (text === undefined) throw new Error(`there is no text ${key} in ${this.language}`);
    const form = typeof text === "string" ? text : (text[this.#formFor(Number(values.n))] ?? text.other ?? "");
    return form.split(/\{(\w+)\}/).map((piece, at) => {
      if (at % 2 === 0) return piece;
      if (!(piece in values)) throw new Error(`the text ${key} needs ${piece}`);
      return values[piece];
    });
  }

  /** Return which form of a text a number wants: `one`, `other`. */
  #formFor(n: number): string {
    return known(PLURALS, this.language, () => new Intl.PluralRules(this.language)).select(n);
  }

  /** List some words: `a, b and c`. */
  listed(parts: readonly string[]): string {
    const [last = "", ...others] = [...parts].reverse();
    if (others.length === 0) return last;
    return others.reverse().join(this.say("list.comma")) + this.say("list.and") + last;
  }

  number(value: number): string {
    return known(NUMBERS, this.language, () => new Intl.NumberFormat(this.language)).format(value);
  }
}

export async function load(language: Language): Promise<Catalogue> {
  const [first, games] = await Promise.all([texts[language]!.first(), texts[language]!.games()]);
  return new Catalogue(language, { ...games.default, ...first.default });
}

/** Load the texts of the first page only. */
export async function loadFirst(language: Language): Promise<Catalogue> {
  return new Catalogue(language, (await texts[language]!.first()).default);
}

/** Return the first language that the browser asks for and we have; else that of the link, or English. */
export function preferred(asked: readonly string[], search = ""): Language {
  for (const tag of [...asked, new URLSearchParams(search).get("lang") ?? ""]) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}
