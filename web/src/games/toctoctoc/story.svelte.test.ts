import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../../lang/language.svelte";
import type { ToctoctocEvent, ToctoctocHouse } from "../../protocol";
import { FOR_YOU } from "../../narration/announcer.svelte";
import { announcementsOf } from "../../narration/events";
import { FakeScene } from "../../testing/scene.svelte";
import { Story } from "./story.svelte";
import { OPENING } from "./testing";

vi.mock("../../lib/motion", async (original) => ({
  ...(await original<typeof import("../../lib/motion")>()),
  lasting: (ms: number) => ms, // without reduced motion
}));

const answered: ToctoctocEvent = { type: "Answered", seat: 1, opened: true, card: "scarecrow", revealer: 1, rival: 0 };
const lured: ToctoctocEvent = { type: "Lured", card: "plain-ghost", source: 1, to: 0 };
const houses = (score: number): ToctoctocHouse[] => OPENING.view.houses.map((house) => ({ ...house, score }));
const scores = () => scene.view.houses.map((house) => house.score);
let scene: FakeScene<"toctoctoc">;
let story: Story;
let stop: () => void;

beforeAll(() => speak("en"));
beforeEach(() => {
  vi.useFakeTimers();
  scene = new FakeScene(OPENING);
  scene.isHeld = true;
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
  scene.tell([answered, lured], { houses: houses(13) });
  flushSync();
  expect([scores(), story.reveal !== null]).toEqual([[2, 2, 2], true]);
  vi.advanceTimersByTime(2_300);
  expect(scores()).toEqual([13, 13, 13]);
});

test("after a new connection the parties are as they are now, while the last card is shown", () => {
  scene.cut += 1;
  scene.isHeld = false; // a welcome replaces everything
  scene.tell([answered, answered], { houses: houses(13) });
  flushSync();
  expect([scores(), story.reveal !== null]).toEqual([[13, 13, 13], true]);
  scene.isHeld = true;
  scene.tell([answered, lured], { houses: houses(14) });
  flushSync();
  expect(scores()).toEqual([13, 13, 13]);
});

test("a new connection without a word about the last card takes it away", () => {
  scene.tell([answered], { houses: houses(13) });
  flushSync();
  scene.cut += 1;
  scene.reveals.catchUp();
  scene.tell([], { houses: houses(20) });
  flushSync();
  expect([scores(), story.reveal]).toEqual([[20, 20, 20], null]);
});

test("T22 the end of the game is announced at once, however much is still to be heard", () => {
  const end: ToctoctocEvent = { type: "GameOver", scores: [13, 13, 13], winners: [0, 1, 2] };
  expect(announcementsOf(scene, [end], {}).map(({ weight }) => weight)).toEqual([FOR_YOU]);
  expect(announcementsOf(scene, [lured], {}).every(({ weight }) => weight < FOR_YOU)).toBe(true);
});

test("T13 the guests move after a choice as after a card: at once, but after it was said", () => {
  const took: ToctoctocEvent = { type: "Took", seat: 1, rank: "plain" };
  scene.tell([took], { houses: houses(13) });
  flushSync();
  expect(scores()).toEqual([2, 2, 2]);
  vi.advanceTimersByTime(150);
  expect(scores()).toEqual([13, 13, 13]);
});

test("T13 a choice behind a card that is still shown waits for it; the end of the game waits for both", () => {
  const end: ToctoctocEvent = { type: "GameOver", scores: [13, 13, 13], winners: [0, 1, 2] };
  scene.tell([{ ...answered, rival: 2 }]);
  flushSync();
  vi.advanceTimersByTime(1_000);
  scene.tell([{ type: "Took", seat: 1, rank: "plain" }, lured, end], { houses: houses(13), winners: [0, 1, 2] });
  flushSync();
  vi.advanceTimersByTime(1_200);
  expect([scores(), scene.view.winners]).toEqual([[2, 2, 2], null]);
  vi.advanceTimersByTime(150);
  expect([scores(), scene.view.winners]).toEqual([[13, 13, 13], null]);
  expect(scene.happened.at(-1)?.event.type).toBe("Lured");
  vi.advanceTimersByTime(900);
  expect(scene.reveals.isOn).toBe(false);
  scene.reveals.catchUp(); // everybody has seen it
  expect([scene.view.winners, scene.happened.at(-1)?.event]).toEqual([[0, 1, 2], end]);
});

const bots = ["person", "bot", "bot"].map((kind) => ({ kind, name: kind }) as FakeScene<"toctoctoc">["players"][0]);
const offered = (seat: number, to: number): ToctoctocEvent => ({ type: "Offered", seat, to });
const answer = (seat: number, rival: number): ToctoctocEvent => ({
  type: "Answered",
  seat,
  opened: true,
  card: "child",
  revealer: seat,
  rival,
});
/** Tell an event as a version, after which `next` is to act; return whether the question and the table wait. */
function pass(event: ToctoctocEvent, next: number, version: number): { isOn: boolean; isAwaited: boolean } {
  scene.tell([event], { to_act: [next] });
  scene.reveals.expect(version);
  flushSync();
  vi.advanceTimersByTime(10);
  return { isOn: scene.reveals.isOn, isAwaited: scene.acknowledged.at(-1) !== version };
}
const told = () =>
  [...story.earlier, ...story.narrated].map((event) => ("seat" in event ? `${event.type} ${event.seat}` : event.type));

test("turns among bots pass without waiting for each other, and stay to be read until the viewer's turn", () => {
  scene.players = bots;
  pass(offered(1, 2), 2, 1);
  expect(story.isPassing).toBe(true);
  expect(pass(answer(2, 1), 2, 2)).toEqual({ isOn: true, isAwaited: false });
  vi.advanceTimersByTime(1_400);
  pass(offered(2, 1), 1, 3);
  expect(told()).toEqual(["Answered 2", "Offered 2"]);
  expect(pass(answer(1, 2), 0, 4)).toEqual({ isOn: true, isAwaited: true });
  vi.advanceTimersByTime(1_400);
  vi.advanceTimersByTime(900);
  expect([scene.reveals.isOn, told()]).toEqual([false, ["Answered 2", "Answered 1"]]);
});

test("a turn that concerns the viewer is shown in full, and what passed before is forgotten after it", () => {
  scene.players = bots;
  pass(answer(2, 1), 2, 1);
  vi.advanceTimersByTime(1_400);
  pass(offered(2, 0), 0, 2);
  expect(told()).toEqual(["Answered 2", "Offered 2"]);
  expect(pass(answer(0, 2), 1, 3)).toEqual({ isOn: true, isAwaited: true });
  expect(told()).toEqual(["Offered 2"]); // the card still turns over
  vi.advanceTimersByTime(400);
  expect(told()).toEqual(["Answered 0"]);
  vi.advanceTimersByTime(1_880);
  expect(story.reveal).not.toBeNull();
});

test.each(["slowly", "for another person"])("turns %s are shown one after the other", (how) => {
  scene.players = how === "slowly" ? bots : [bots[0]!, bots[0]!, bots[1]!];
  scene.slowness = how === "slowly" ? 1.8 : 1;
  expect(pass(answer(2, 1), 2, 1)).toEqual({ isOn: true, isAwaited: true });
  expect(story.isPassing).toBe(false);
});
