/** Gathers the texts of each language, so that they come in one request: `virtual:texts` loads them by language. */

import { readdirSync } from "node:fs";
import type { Plugin } from "vite";

const ID = "virtual:texts";
const FILE = /^(?:common|web|games\/\w+)\/(\w+)\.json$/;

export const isTexts = (id: string): boolean => id.startsWith(`\0${ID}/`);

export function texts(catalogues: string): Plugin {
  const files = readdirSync(catalogues, { recursive: true, encoding: "utf-8" })
    .map((file) => FILE.exec(file.replaceAll("\\", "/")))
    .filter((file) => file !== null)
    .sort();
  const languages = [...new Set(files.map(([, language]) => language))];

  /** Write a module with all texts of a language. */
  function textsOf(language: string): string {
    const paths = files.filter((file) => file[1] === language).map(([file]) => JSON.stringify(`${catalogues}/${file}`));
    return [
      ...paths.map((path, at) => `import t${at} from ${path};`),
      exported(paths.map((_, at) => `...t${at}`)),
    ].join("\n");
  }

  return {
    name: "texts",
    resolveId: (id) => (id.startsWith(ID) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${ID}`) return exported(languages.map((one) => `${one}: () => import("${ID}/${one}")`));
      return isTexts(id) ? textsOf(id.slice(ID.length + 2)) : null;
    },
  };
}

const exported = (entries: readonly string[]) => `export default { ${entries.join(", ")} };`;
