import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../../lang/language.svelte";
import OpenTables from "./OpenTables.svelte";

const shown = () => [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
const table = (code: string) => ({ code, game: "escalier", seats: [{ kind: "free" }] });
let page: Record<string, unknown>;
let listed: object[] = [];
let isDown = false;
let asked: Headers[] = [];

/** As the server does: changes at once, and nothing for an unchanged list. */
function answer(_path: string, how: RequestInit): Promise<Response> {
  asked.push(new Headers(how.headers));
  if (isDown) return Promise.reject(new TypeError("no line"));
  const tag = `"${listed.length}"`;
  if (asked.at(-1)!.get("If-None-Match") === tag) return Promise.resolve(new Response(null, { status: 304 }));
  return Promise.resolve(new Response(JSON.stringify({ tables: listed }), { headers: { ETag: tag } }));
}

async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}

beforeEach(async () => {
  await speak("en");
  vi.useFakeTimers();
  [listed, isDown, asked] = [[], false, []];
  vi.stubGlobal("fetch", answer);
  page = mount(OpenTables, { target: document.body });
});
afterEach(async () => {
  await unmount(page);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a table that opens while one looks at the list comes into it", async () => {
  await pass(0);
  expect(shown()).toEqual([]);
  listed = [table("hibou-lampe-42")];
  await pass(20_000);
  expect(shown()).toEqual(["/t/hibou-lampe-42"]);
  listed = [];
  await pass(20_000);
  expect(shown()).toEqual([]);
});

test("who has the list waits for another one, and asks no more than every five seconds", async () => {
  await pass(60_000);
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.length).toBeLessThanOrEqual(13);
  expect(asked[0]!.has("Prefer")).toBe(false);
  expect(asked.slice(1).every((headers) => headers.get("Prefer") === "wait=20")).toBe(true);
});

test("a line that is cut while it waits is asked plainly before it counts as lost", async () => {
  await pass(0);
  isDown = true;
  await pass(5_000);
  expect(document.body.textContent).not.toContain("cannot be reached");
  await pass(5_000);
  expect(document.body.textContent).toContain("cannot be reached");
  isDown = false;
  await pass(5_000);
  expect(document.body.textContent).not.toContain("cannot be reached");
});
