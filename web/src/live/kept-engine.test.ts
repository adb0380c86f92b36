import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { keptEngine } from "./kept-engine.svelte";

/** Fakes the caches of a browser. */
class FakeCaches {
  readonly stores = new Map<string, Map<string, Response>>();

  keys = () => Promise.resolve([...this.stores.keys()]);
  has = (name: string) => Promise.resolve(this.stores.has(name));
  delete = (name: string) => Promise.resolve(this.stores.delete(name));
  match = (path: string, { cacheName }: { cacheName: string }) =>
    Promise.resolve(this.stores.get(cacheName)?.get(path)?.clone());
  open = (name: string) => {
    const files = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, files);
    return Promise.resolve({
      match: (path: string) => Promise.resolve(files.get(path)?.clone()),
      put: async (path: string, answer: Response) => void files.set(path, new Response(await answer.arrayBuffer())),
    });
  };
}

let caches: FakeCaches;
let fetched: string[];
let files: Record<string, string>;

function serve(version: string, engine: Record<string, string>): void {
  const listed = Object.entries(engine).map(([path, text]) => [path, { path, bytes: text.length }]);
  const bytes = Object.values(engine).join("").length;
  const list = { version, bytes, compressed: 7_000_000, files: Object.fromEntries(listed) as unknown };
  files = Object.fromEntries(Object.entries(engine).map(([path, text]) => [`/${path}`, text]));
  files["/engine/engine.json?now"] = JSON.stringify(list);
  files["/assets.json"] = '{"assets/first-1.js":4}';
  files["/assets/first-1.js"] = "ghost".slice(0, 4);
}

beforeEach(() => {
  caches = new FakeCaches();
  fetched = [];
  vi.stubGlobal("caches", caches);
  Object.defineProperty(navigator, "serviceWorker", { value: { controller: {} }, configurable: true });
  vi.stubGlobal("fetch", (path: string) => {
    fetched.push(path);
    return Promise.resolve(path in files ? new Response(files[path]) : new Response("", { status: 404 }));
  });
  serve("1", { "engine/python-1.wasm": "wasm", "engine/toctoc-1.tar": "toctoc" });
});
afterEach(async () => {
  await keptEngine.remove();
  vi.unstubAllGlobals();
});

test("the engine and the client's files are kept, until they are removed", async () => {
  expect(await keptEngine.look()).toBe(false);
  expect(await keptEngine.size()).toBe(7_000_000);
  await keptEngine.keep();
  expect([...caches.stores.get("toctoc-engine-1")!.keys()]).toEqual([
    "/engine/python-1.wasm",
    "/engine/toctoc-1.tar",
    "/engine/engine.json",
  ]);
  expect(fetched).toContain("/assets/first-1.js");
  expect(await keptEngine.look()).toBe(true);
  await keptEngine.remove();
  expect(caches.stores.size).toBe(0);
  expect(keptEngine.isKept).toBe(false);
});

test("the progress counts the bytes that have come", async () => {
  const seen: (number | null)[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string) => (seen.push(keptEngine.share), answer(path)));
  const kept = keptEngine.keep();
  expect(keptEngine.share).toBe(0);
  await kept;
  expect(seen.some((share) => share !== null && share > 0 && share < 1)).toBe(true);
  expect(keptEngine.share).toBeNull();
});

test("what has come only in part is not kept", async () => {
  delete files["/engine/toctoc-1.tar"];
  await expect(keptEngine.keep()).rejects.toThrow("/engine/toctoc-1.tar: 404");
  expect(keptEngine.share).toBeNull();
  expect(await keptEngine.look()).toBe(false);
});

test("a new version takes the place of the old one, and fetches only what has changed", async () => {
  await keptEngine.keep();
  serve("2", { "engine/python-1.wasm": "wasm", "engine/toctoc-2.tar": "newer" });
  fetched.length = 0;
  await keptEngine.renew();
  expect([...caches.stores.keys()]).toEqual(["toctoc-engine-2"]);
  expect(fetched).not.toContain("/engine/python-1.wasm");
  expect(fetched).toContain("/engine/toctoc-2.tar");
});

test("an engine that is the server's is not fetched again", async () => {
  await keptEngine.keep();
  fetched.length = 0;
  await keptEngine.renew();
  expect(fetched).toEqual(["/engine/engine.json?now"]);
});

test("nothing is renewed where nothing is kept", async () => {
  await keptEngine.renew();
  expect(fetched).toEqual([]);
});
