import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../../lang/language.svelte";
import OpenTables from "./OpenTables.svelte";

const shown = () => [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
const table = (code: string) => ({ code, game: "escalier", seats: [{ kind: "free" }] });
let page: Record<string, unknown>;
let listed: object[] = [];

async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}

beforeEach(async () => {
  await speak("en");
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ tables: listed }))));
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
