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

it("speaks of the hand only before the first card is revealed", () => {
  expect(due(scene({ legal: [...OFFER], view: { out: ["taxi"] } }))).toEqual(["offer"]);
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
  const own = { hand: ["vamp-ghost" as const, "child" as const], offered: null };
  const out = (n: number) => Array<"taxi">(n).fill("taxi");
  const later = (n: number) => due(scene({ legal: [...OFFER], own, view: { out: out(n) } }));
  expect(later(2)).toEqual(["offer"]);
  expect(later(3)).toEqual(["offer", "vamp"]);
  expect(later(9)).toEqual(["offer", "vamp", "child"]);
});

it("says that everybody saw the card that the learner drew", () => {
  expect(due(scene({ events: [{ type: "Drew", seat: 0, card: "taxi" }] }))).toEqual(["top"]);
  expect(due(scene({ events: [{ type: "Drew", seat: 2, card: "taxi" }] }))).toEqual([]);
});

it("tells how it ends when the pile is empty", () => {
  expect(due(scene({ view: { pile: 0, top: null } }))).toEqual(["end"]);
  expect(due(scene({ view: { pile: 0, phase: "over" } }))).toEqual([]);
});
