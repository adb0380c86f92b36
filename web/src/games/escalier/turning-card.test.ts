import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../../lang/language.svelte";
import { FakeScene } from "../../testing/scene.svelte";
import Table from "./Table.svelte";
import { OPENING } from "./testing";

vi.mock("../../lib/motion", async (original) => ({
  ...(await original<typeof import("../../lib/motion")>()),
  lasting: (ms: number) => ms, // without reduced motion
}));

let scene: FakeScene<"escalier">;
let shown: Record<string, unknown>;

beforeEach(async () => {
  vi.useFakeTimers();
  await speak("en");
  scene = new FakeScene(OPENING);
  shown = mount(Table, { target: document.body, props: { scene } });
  flushSync();
});
afterEach(async () => {
  await unmount(shown);
  vi.useRealTimers();
});

const isAsked = () => !document.querySelector(".prompt")!.classList.contains("held");
const isCardSeen = () => document.querySelector(".discard .card:last-of-type")!.children.length > 1;
function pass(ms: number): void {
  vi.advanceTimersByTime(ms);
  flushSync();
}

test("the question of the last turn does not come back while the next card turns over", () => {
  expect(isAsked()).toBe(true);
  scene.tell([
    { type: "Shifted", seat: 0, place: "red", to: "white" },
    { type: "Flipped", seat: 1, card: "swap" },
  ]);
  flushSync();
  const asked: boolean[] = [];
  while (!document.querySelector(".flips") || !isCardSeen()) {
    asked.push(isAsked());
    pass(20);
  }
  expect(asked).not.toContain(true);
  expect(isAsked()).toBe(true);
});
