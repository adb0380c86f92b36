/** Writes the build's name and the files of the first page into the service worker. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin, ResolvedConfig, Rolldown } from "vite";

import { GAME, TABLES } from "./chunks.ts";
import { isFirstTexts, textsIn } from "./texts.ts";

/** As src/toctoc/server/pages/preload_links.py reads it. */
interface Ahead {
  /** by language: the texts that every page needs, and those of the games */
  first: Record<string, string>;
  texts: Record<string, string>;
  /** the scripts and styles of every table, and the additional ones by game */
  table: string[];
  games: Record<string, string[]>;
}

export function shell(worker: string): Plugin {
  let config: ResolvedConfig;
  return {
    name: "shell",
    apply: "build",
    enforce: "post",
    configResolved: (resolved) => void (config = resolved),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const script = bundle[worker];
        if (script?.type !== "chunk") return;
        const given = filesBelow(config.publicDir);
        const digest = createHash("sha256").update(Object.keys(bundle).sort().join());
        for (const name of given) digest.update(readFileSync(join(config.publicDir, name)));
        const index = bundle["index.html"];
        if (index?.type !== "asset") return;
        const page = withAhead(String(index.source), bundle);
        index.source = page;
        digest.update(page);
        const files = ["index.html", ...given.filter((name) => name.endsWith(".svg")), ...filesOf(page, bundle)];
        const build = { name: digest.digest("hex").slice(0, 12), shell: files, isStatic: false };
        script.code = `const BUILD=${JSON.stringify(build)};${script.code}`;
      },
    },
  };
}

/** Note in the page which files its pages need: the server lets browsers fetch theirs at once, and not one by one. */
function withAhead(page: string, bundle: Rolldown.OutputBundle): string {
  const ahead = { first: {}, texts: {}, table: [], games: {} } as Ahead;
  const needed = (name: string) =>
    [...withImports(name, bundle)].filter((file) => !page.includes(file) && /\.(?:js|css)$/.test(file)).map(pathOf);
  for (const chunk of chunksIn(bundle)) {
    const texts = chunk.moduleIds.map(textsIn).find((found) => found !== null);
    if (texts) ahead[texts.part === "first" ? "first" : "texts"][texts.language] = pathOf(chunk.fileName);
    const start = chunk.facadeModuleId?.replaceAll("\\", "/") ?? "";
    const game = GAME.exec(start)?.[1];
    if (game) ahead.games[game] = needed(chunk.fileName);
    else if (TABLES.test(start)) ahead.table = needed(chunk.fileName);
  }
  if (ahead.table.length === 0) throw new Error("the build has no chunk of the tables");
  return page.replace("</head>", `  <!-- ahead: ${JSON.stringify(ahead)} -->\n  </head>`);
}

/** Name all files below a folder, by their paths from there. */
function filesBelow(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return all.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/")).sort();
}

/** Name the scripts, styles and pictures that the first page is made of, in every language. */
function filesOf(page: string, bundle: Rolldown.OutputBundle): string[] {
  const starts = chunksIn(bundle).filter(
    ({ fileName, moduleIds }) => page.includes(`src="/${fileName}"`) || moduleIds.some(isFirstTexts),
  );
  const found = new Set<string>();
  for (const { fileName } of starts) withImports(fileName, bundle, found);
  return [...found].sort();
}

/** Name a script with all its imports, styles and pictures. */
function withImports(name: string, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (found.has(name) || chunk?.type !== "chunk") return found;
  found.add(name);
  chunk.viteMetadata?.importedCss.forEach((file) => found.add(file));
  chunk.viteMetadata?.importedAssets.forEach((file) => found.add(file));
  chunk.imports.forEach((file) => withImports(file, bundle, found));
  return found;
}

const chunksIn = (bundle: Rolldown.OutputBundle) => Object.values(bundle).filter((file) => file.type === "chunk");

const pathOf = (file: string) => `/${file}`;
