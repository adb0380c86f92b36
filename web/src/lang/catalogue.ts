/** The texts of a language: the same files that the command line and the server use (src/toctoc/lang). */

export const LANGUAGES = ["en", "fr", "nl", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
type Text = string | Record<string, string>;
export type Values = Record<string, unknown>;

/** Each language in its own words, for the menu in which one looks for it. */
export const OWN_NAMES: Record<Language, string> = {
  en: "English",
  fr: "Français",
  nl: "Nederlands",
  de: "Deutsch",
};

const FILES: Record<Language, () => Promise<{ default: Record<string, Text> }>> = {
  en: () => import("$catalogues/en.json"),
  fr: () => import("$catalogues/fr.json"),
  nl: () => import("$catalogues/nl.json"),
  de: () => import("$catalogues/de.json"),
};

export class Catalogue {
  private readonly plurals: Intl.PluralRules;

  constructor(
    readonly language: Language,
    private readonly texts: Record<string, Text>,
  ) {
    this.plurals = new Intl.PluralRules(language);
  }

  has(key: string): boolean {
    return key in this.texts;
  }

  /** The text of a key, its blanks filled in; where several are there, `n` chooses. */
  say(key: string, values: Values = {}): string {
    const text = this.texts[key];
    if (text === undefined) throw new Error(`there is no text ${key} in ${this.language}`);
    const form = typeof text === "string" ? text : (text[this.plurals.select(Number(values.n))] ?? text.other ?? "");
    return form.replace(/\{(\w+)\}/g, (_, blank: string) => {
      if (!(blank in values)) throw new Error(`the text ${key} needs ${blank}`);
      return String(values[blank]);
    });
  }

  /** `a, b and c`. */
  listed(parts: readonly string[]): string {
    return new Intl.ListFormat(this.language, { type: "conjunction" }).format(parts);
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.language).format(value);
  }
}

export async function load(language: Language): Promise<Catalogue> {
  return new Catalogue(language, (await FILES[language]()).default);
}

/** The first language that the browser asks for and we have. */
export function preferred(asked: readonly string[]): Language {
  for (const tag of asked) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}
