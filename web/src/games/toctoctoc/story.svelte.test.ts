import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { ToctoctocEvent, ToctoctocHouse } from "../../protocol";
import { FakeScene } from "../../testing/scene.svelte";
import { Story } from "./story.svelte";
import { OPENING } from "./testing";

vi.mock("../../lib/motion", async (original) => ({
  ...(await original<typeof import("../../lib/motion")>()),
  lasting: (ms: number) => ms, // without reduced motion
}));

const answered: ToctoctocEvent = { type: "Answered", seat: 1, opened: true, card: "scarecrow", revealer: 1, rival: 0 };
const houses = (score: number): ToctoctocHouse[] => OPENING.view.houses.map((house) => ({ ...house, score }));
const scores = () => story.parties.houses.map((house) => house.score);
let scene: FakeScene<"toctoctoc">;
let story: Story;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  scene = new FakeScene(OPENING);
  stop = $effect.root(() => {
    story = new Story(() => scene);
  });
  flushSync();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test("T10: the parties wait for the card that changes them", () => {
  scene.tell([answered], { houses: houses(13) });
  flushSync();
  expect([scores(), story.reveal !== null]).toEqual([[2, 2, 2], true]);
  vi.advanceTimersByTime(2_300);
  expect(scores()).toEqual([13, 13, 13]);
});

test("after a new connection the parties are as they are now, while the last card is shown", () => {
  scene.cut += 1;
  scene.tell([answered, answered], { houses: houses(13) });
  flushSync();
  expect([scores(), story.reveal !== null]).toEqual([[13, 13, 13], true]);
  scene.tell([answered], { houses: houses(14) });
  flushSync();
  expect(scores()).toEqual([13, 13, 13]);
});

test("a new connection without a word about the last card takes it away", () => {
  scene.tell([answered], { houses: houses(13) });
  flushSync();
  scene.cut += 1;
  scene.tell([], { houses: houses(20) });
  flushSync();
  expect([scores(), story.reveal]).toEqual([[20, 20, 20], null]);
});
