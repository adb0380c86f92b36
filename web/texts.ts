/**
 * Gathers the texts of each language: `virtual:texts` loads those that the first page needs in one request, and those of
 * the games and of pages that come later in another.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const ID = "virtual:texts";
const FILE = /^(?:lang\/(?:common|web)|games\/\w+\/lang)\/(\w+)\.json$/;
const OF_GAMES = /^games\//;
const SAID_FIRST = /^(?:title|game)\./; // the title of a game, and its subject
// On pages that come later, although of no game.
const SAID_LATER = /^(?:(?:mine|picture|daily|group|deal|replay|headline|elsewhere)\.|invite\.here-only$)/;
const PARTS = ["first", "games"] as const;
export type Part = (typeof PARTS)[number];

/** Tell whether a module has texts that the first page needs. */
export const isFirstTexts = (id: string): boolean => textsIn(id)?.part === "first";

/** Say which texts a module has, if it has any. */
export function textsIn(id: string): { part: Part; language: string } | null {
  const [start, part, language] = id.split("/") as [string, Part?, string?];
  return start === `\0${ID}` && part && language ? { part, language } : null;
}

export function texts(python: string): Plugin {
  const files = ["lang", "games"]
    .flatMap((folder) =>
      readdirSync(join(python, folder), { recursive: true, encoding: "utf-8" }).map((file) => join(folder, file)),
    )
    .map((file) => FILE.exec(file.replaceAll("\\", "/")))
    .filter((file) => file !== null)
    .sort();
  const languages = [...new Set(files.map(([, language]) => language!))];

  const pathsOf = (language: string) => files.filter((file) => file[1] === language).map(([path]) => path);

  function textsOf(part: Part, language: string): Record<string, unknown> {
    const all = pathsOf(language).flatMap((path) => {
      const read = JSON.parse(readFileSync(join(python, path), "utf-8")) as Record<string, unknown>;
      const isFirst = (key: string) => (OF_GAMES.test(path) ? SAID_FIRST.test(key) : !SAID_LATER.test(key));
      return Object.entries(read).filter(([key]) => isFirst(key) === (part === "first"));
    });
    return Object.fromEntries(all);
  }

  return {
    name: "texts",
    resolveId: (id) => (id.startsWith(ID) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${ID}`)) return null;
      const texts = textsIn(id);
      if (!texts) return `export default { ${languages.map(loadersOf).join(", ")} };`;
      const { part, language } = texts;
      for (const path of pathsOf(language)) this.addWatchFile(join(python, path));
      return `export default ${JSON.stringify(textsOf(part, language))};`;
    },
  };
}

function loadersOf(language: string): string {
  const loaders = PARTS.map((part) => `${part}: () => import("${ID}/${part}/${language}")`);
  return `${language}: { ${loaders.join(", ")} }`;
}
