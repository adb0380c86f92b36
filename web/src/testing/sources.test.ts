// @vitest-environment node
import { expect, it } from "vitest";

const SOURCES = import.meta.glob<string>(["/src/**/*.ts", "/src/**/*.svelte"], {
  eager: true,
  query: "?raw",
  import: "default",
});
/** Of types and of what comes later too: `from "…"`, `import "…"`, `import("…")`. */
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

it("sees what is imported", () => {
  expect(GRAPH.get("/src/main.ts")).toContain("/src/lib/settings.svelte.ts");
  expect(GRAPH.get("/src/main.ts")).toContain("/src/App.svelte");
  expect(GRAPH.get("/src/games/index.ts")).toContain("/src/games/escalier/index.ts");
});

it("has no circle of imports, of types neither", () => {
  const done = new Set<string>();
  const found = [...GRAPH.keys()].map((path) => circle(path, [], done)).filter((one) => one !== null);
  expect(found).toEqual([]);
});

it("has games that know nothing of each other, and pages that know games by their index alone", () => {
  const wrong = [...GRAPH]
    .filter(([path]) => !path.endsWith(".test.ts") && path !== "/src/games/index.ts")
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
