// @vitest-environment node
import { expect, it } from "vitest";

import architecture from "../../../docs/explanation/architecture.md?raw";

const SOURCES = import.meta.glob<string>(["/src/**/*.ts", "/src/**/*.svelte"], {
  eager: true,
  query: "?raw",
  import: "default",
});
/** Imports of types and lazy imports count, too: `from "…"`, `import "…"`, `import("…")`. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]*)"/g;
const ENDINGS = ["", ".ts", ".svelte.ts", "/index.ts"];

const GRAPH = new Map(Object.entries(SOURCES).map(([path, text]) => [path, importsOf(path, text)]));

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, specifier]) => {
    const { pathname } = new URL(specifier!, `file://${path}`);
    return ENDINGS.map((ending) => pathname + ending).find((file) => file in SOURCES) ?? [];
  });
}

/** Return the first circle that can be reached from a module. */
function circle(from: string, path: readonly string[], done: Set<string>): readonly string[] | null {
  if (path.includes(from)) return [...path.slice(path.indexOf(from)), from];
  if (done.has(from)) return null;
  for (const next of GRAPH.get(from)!) {
    const found = circle(next, [...path, from], done);
    if (found) return found;
  }
  done.add(from);
  return null;
}

const gameOf = (path: string) => /^\/src\/games\/([^/]+)\//.exec(path)?.[1];
const folderOf = (path: string) => /^\/src\/([^/]+)\//.exec(path)?.[1];
const isForTests = (path: string) => /\.test\.ts$|\/testing[./]/.test(path);

/** The folders of each layer, from the lowest, as docs/explanation/architecture.md lists them. */
const LAYERS = [...architecture.matchAll(/^\| \d+ \| (`.+`) \|$/gm)].map(([, row]) =>
  [...row!.matchAll(/`([\w-]+)`/g)].map(([, folder]) => folder!),
);
const layerOf = (path: string) => LAYERS.findIndex((folders) => folders.includes(folderOf(path) ?? ""));

/** Return the imports of one folder from another, without those of tests. */
const betweenFolders = () =>
  [...GRAPH]
    .filter(([path]) => !isForTests(path) && folderOf(path) !== undefined)
    .flatMap(([path, imported]) => imported.map((other) => [path, other] as const))
    .filter(([path, other]) => folderOf(other) !== undefined && folderOf(other) !== folderOf(path));

it("finds imports", () => {
  expect(GRAPH.get("/src/main.ts")).toContain("/src/lib/settings.svelte.ts");
  expect(GRAPH.get("/src/main.ts")).toContain("/src/App.svelte");
  expect(GRAPH.get("/src/games/index.ts")).toContain("/src/games/escalier/index.ts");
});

it("has no circle of imports, not even of types", () => {
  const done = new Set<string>();
  const found = [...GRAPH.keys()].map((path) => circle(path, [], done)).filter((one) => one !== null);
  expect(found).toEqual([]);
});

it("has folders that import lower layers only", () => {
  expect(LAYERS.length).toBeGreaterThan(5);
  const folders = [...new Set(betweenFolders().flatMap(([path]) => folderOf(path)!))];
  expect(folders.filter((folder) => !LAYERS.flat().includes(folder))).toEqual([]);
  expect(betweenFolders().filter(([path, other]) => layerOf(other) >= layerOf(path))).toEqual([]);
});

it("has games that do not import each other, and are imported by their index alone", () => {
  const wrong = [...GRAPH]
    .filter(([path]) => !isForTests(path) && path !== "/src/games/index.ts")
    .flatMap(([path, imported]) => imported.map((other) => [path, other] as const))
    .filter(([path, other]) => gameOf(other) !== undefined && gameOf(other) !== gameOf(path));
  expect(wrong).toEqual([]);
});

it("has lines of at most 120 characters", () => {
  const isLong = ([path, text]: [string, string]) =>
    path !== "/src/protocol.ts" && text.split("\n").some((line) => line.length > 120);
  const long = Object.entries(SOURCES).filter(isLong);
  expect(long.map(([path]) => path)).toEqual([]);
});

it("has no address that only works at the root of a host: `href` of lib/site knows the base", () => {
  const wrong = Object.entries(SOURCES).filter(([, text]) => /\b(?:href|src)=(?:"|\{["`])\//.test(text));
  expect(wrong.map(([path]) => path)).toEqual([]);
});
