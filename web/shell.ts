/** Tells the service worker what this build is: a name for it, and the files that the first page needs. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin, ResolvedConfig, Rolldown } from "vite";

import { isFirstTexts } from "./texts.ts";

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
        const page = withTexts(String(index.source), bundle);
        index.source = page;
        digest.update(page);
        const files = ["index.html", ...given.filter((name) => name.endsWith(".svg")), ...filesOf(page, bundle)];
        const build = { name: digest.digest("hex").slice(0, 12), shell: files.map((file) => `/${file}`) };
        script.code = `const BUILD=${JSON.stringify(build)};${script.code}`;
      },
    },
  };
}

/** Note in the page where the first texts of each language are: the server lets browsers fetch theirs at once. */
function withTexts(page: string, bundle: Rolldown.OutputBundle): string {
  const languages = Object.values(bundle).flatMap((file) => {
    const id = file.type === "chunk" ? file.moduleIds.find(isFirstTexts) : undefined;
    return id ? [[id.split("/").at(-1)!, `/${file.fileName}`]] : [];
  });
  const texts = JSON.stringify(Object.fromEntries(languages.sort()));
  return page.replace("</head>", `  <!-- texts: ${texts} -->\n  </head>`);
}

/** Name all files below a folder, by their paths from there. */
function filesBelow(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return all.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/")).sort();
}

/** Name the scripts, styles and pictures that the first page is made of, in every language. */
function filesOf(page: string, bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== "chunk") return;
    found.add(name);
    chunk.viteMetadata?.importedCss.forEach((file) => found.add(file));
    chunk.viteMetadata?.importedAssets.forEach((file) => found.add(file));
    chunk.imports.forEach(add);
  };
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  for (const { fileName, moduleIds } of chunks)
    if (page.includes(fileName) || moduleIds.some(isFirstTexts)) add(fileName);
  return [...found].sort();
}
