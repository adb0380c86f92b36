import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, it } from "vitest";

import { TIPS } from "../games/escalier/lesson";
import { OPENING } from "../games/escalier/testing";
import { speak } from "../lang/language.svelte";
import { FakeScene } from "../testing/scene.svelte";
import Lesson from "./Lesson.svelte";
import { Progress, progressOf } from "./progress.svelte";

let shown: ReturnType<typeof mount> | null = null;
const text = () => document.querySelector("aside p")?.textContent ?? null;
const first = () => new FakeScene(OPENING, { legal: ["turn red"] });

async function show(at = first()) {
  shown = mount(Lesson, { target: document.body, props: { scene: at, tips: TIPS } });
  flushSync();
  await tick();
}

beforeEach(async () => {
  await speak("en");
  const progress = progressOf("hibou-lampe-42");
  progress.seen = new Set();
  progress.resume();
});
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

it("says one tip, then the next", async () => {
  await show();
  expect(text()).toContain("Remember");
  document.querySelector<HTMLButtonElement>(".button.warm")!.click();
  flushSync();
  expect(text()).toContain("The card shows a child");
});

it("comes again after something was shown", async () => {
  const scene = first();
  await show(scene);
  expect(text()).toContain("Remember");
  const news = scene.reveals.begin(Infinity);
  flushSync();
  expect(text()).toBeNull();
  news.cancel();
  flushSync();
  expect(text()).toContain("Remember");
});

it("is answered by Escape, and by Enter unless a button has the focus", async () => {
  await show();
  const press = (key: string) => (dispatchEvent(new KeyboardEvent("keydown", { key })), flushSync());
  document.querySelector<HTMLButtonElement>(".leave")!.focus();
  press("Enter");
  expect(text()).toContain("Remember");
  press("Escape");
  expect(text()).toContain("The card shows a child");
  (document.activeElement as HTMLElement).blur();
  press("Enter");
  expect(text()).toBeNull();
});

it("can be left and found again, and a reload repeats nothing", async () => {
  await show();
  document.querySelector<HTMLButtonElement>(".button.warm")!.click();
  document.querySelector<HTMLButtonElement>(".leave")?.click();
  flushSync();
  expect(text()).toBeNull();
  const reloaded = new Progress("toctoc:lesson:hibou-lampe-42");
  expect(reloaded.isOff).toBe(true);
  expect([...reloaded.seen]).toEqual(["remember"]);
  progressOf("hibou-lampe-42").resume();
  flushSync();
  expect(text()).toContain("The card shows a child");
});

it("makes what it speaks of shine", async () => {
  document.body.innerHTML = '<main><div class="disc"></div><div class="piles"></div></main>';
  await show();
  expect(document.querySelector("[data-tipped]")?.className).toBe("disc");
});

it("says nothing to who only watches", async () => {
  await show(new FakeScene(OPENING, { seat: null, events: [{ type: "WonPile", seat: 1, cards: 3 }] }));
  expect(text()).toBeNull();
});
