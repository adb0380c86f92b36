// @vitest-environment node
import { expect, it } from "vitest";

import { FakeScene } from "../../testing/scene.svelte";
import { TIPS } from "./lesson";
import { OPENING } from "./testing";

type Changes = ConstructorParameters<typeof FakeScene<"toctoctoc">>[1];

const scene = (changes: Changes = {}) => new FakeScene(OPENING, changes);

/** Return the tips for a beginner that has seen none yet. */
const due = (at: ReturnType<typeof scene>) => TIPS.filter((tip) => tip.when(at)).map((tip) => tip.id);

const OFFER = ["offer child to 1"] as const;

it("begins with the hand and the knock", () => {
  expect(due(scene({ legal: [...OFFER] }))).toEqual(["hand", "offer"]);
  expect(due(scene())).toEqual([]);
});

it("helps at the door, on both sides", () => {
  expect(due(scene({ legal: ["open", "refuse"] }))).toEqual(["answer"]);
  expect(due(scene({ events: [{ type: "YouOffered", seat: 0, to: 1, card: "child" }] }))).toEqual(["door"]);
});

it("helps to choose for a vamp and for a tie", () => {
  expect(due(scene({ legal: ["take plain", "take brute"] }))).toEqual(["choose"]);
  expect(due(scene({ legal: ["chase ghost"] }))).toEqual(["choose"]);
});

it("explains the columns when a guest joins, not when a scarecrow does", () => {
  expect(due(scene({ events: [{ type: "Joined", seat: 1, card: "plain-ghost" }] }))).toEqual(["party"]);
  expect(due(scene({ events: [{ type: "Joined", seat: 1, card: "scarecrow" }] }))).toEqual([]);
});

it.each([
  ["vamp-ghost", "vamp"],
  ["brute-monster", "brute"],
  ["child", "child"],
  ["musician-vampire", "musician"],
  ["taxi", "taxi"],
  ["scarecrow", "scarecrow"],
] as const)("explains %s when it is revealed", (card, tip) => {
  const answered = { type: "Answered", seat: 1, opened: true, card, revealer: 1, rival: 2 } as const;
  expect(due(scene({ events: [answered] }))).toEqual([tip]);
});

it("explains the cards of the hand later, and not all at once", () => {
  const hand = ["vamp-ghost", "child", "plain-ghost", "plain-ghost"] as const;
  const holding = (n: number) => due(scene({ legal: [...OFFER], own: { hand: hand.slice(0, n), offered: null } }));
  expect(holding(4)).toEqual(["hand", "offer"]);
  expect(holding(3)).toEqual(["hand", "offer", "vamp"]);
  expect(holding(2)).toEqual(["hand", "offer", "vamp", "child"]);
});

it("tells of the pile with the last card", () => {
  const last = { hand: ["plain-ghost" as const], offered: null };
  const at = (pile: number, own = last) => due(scene({ legal: [...OFFER], own, view: { pile } }));
  expect(at(0)).toContain("end");
  expect(at(3)).not.toContain("end");
  expect(at(0, { hand: ["plain-ghost", "plain-ghost"], offered: null } as unknown as typeof last)).not.toContain("end");
});
