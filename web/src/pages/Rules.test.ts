import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { say, speak } from "../lang/language.svelte";
import { GAMES } from "../protocol";
import Rules from "./Rules.svelte";

let shown: Record<string, unknown> | undefined;
const fetched = vi.fn<() => Promise<Response>>();

const heading = () => document.querySelector("main h1")?.textContent;

function open(...path: string[]): void {
  shown = mount(Rules, { target: document.body, props: { path } });
  flushSync();
}

beforeAll(() => speak("en"));
beforeEach(() => vi.stubGlobal("fetch", fetched));
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test("while nobody can say whether there are such rules, none are shown", async () => {
  fetched.mockRejectedValue(new Error("offline"));
  open("chess");
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")?.textContent).toBe(say("rules.not-fetched")));
  expect(heading()).toBeUndefined();
});

test("rules that there are not are not found, with the way home", async () => {
  fetched.mockResolvedValue(new Response(JSON.stringify({ games: Object.values(GAMES), bot_facts: [] })));
  open("chess");
  await vi.waitFor(() => expect(heading()).toBe(say("web.not-found")));
  expect(document.querySelector("main a")?.getAttribute("href")).toBe("/");
  expect(document.title).toContain(say("web.not-found"));
});

test("without a name the first book is opened", async () => {
  open();
  await vi.waitFor(() => expect(heading()).toBe(say("title.toctoctoc")));
});
