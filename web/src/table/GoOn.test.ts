import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import { onDevice } from "../lib/storage";
import { Reveals } from "../model/reveals.svelte";
import GoOn from "./GoOn.svelte";

let reveals: Reveals;
let shown: Record<string, unknown>;

function open(isStep = false): void {
  reveals = new Reveals({ stretch: (ms) => ms, isStep });
  shown = mount(GoOn, { target: document.body, props: { reveals } });
  flushSync();
}
function pass(ms: number): void {
  for (let passed = 0; passed < ms; passed += 50) {
    vi.advanceTimersByTime(50);
    flushSync();
  }
}
/** Show something for that long; tell whether the hint came, and whether it went. */
function reveal(ms: number): [came: boolean, isGone: boolean] {
  reveals.begin(ms);
  flushSync();
  pass(ms - 50);
  const came = hint() !== null;
  pass(1_000);
  return [came, hint() === null];
}
const hint = () => document.querySelector("[data-testid=tap-hint]");

beforeEach(async () => {
  vi.useFakeTimers();
  onDevice.forget("toctoc:tap-hints");
  await speak("en");
});
afterEach(async () => {
  reveals.close();
  await unmount(shown);
  vi.useRealTimers();
});

test("a tap that goes on is hinted at three times on a device, and never again", async () => {
  open();
  expect([reveal(2_300), reveal(2_300)]).toEqual([
    [true, true],
    [true, true],
  ]);
  await unmount(shown);
  open();
  expect([reveal(2_300), reveal(2_300), reveal(2_300)]).toEqual([
    [true, true],
    [false, true],
    [false, true],
  ]);
});

test("several reveals at once are one of the three", () => {
  open();
  reveals.begin(2_000);
  flushSync();
  pass(500);
  reveals.begin(2_000);
  flushSync();
  pass(500);
  expect([hint() !== null, onDevice.read("toctoc:tap-hints")]).toEqual([true, 1]);
});

test("neither a short reveal nor one step by step needs it", async () => {
  open();
  expect(reveal(300)).toEqual([false, true]);
  await unmount(shown);
  open(true);
  reveals.begin(2_000);
  flushSync();
  pass(5_000);
  expect([hint(), onDevice.read("toctoc:tap-hints")]).toEqual([null, null]);
});
