// @vitest-environment node
import { expect, it } from "vitest";

import { FakeScene } from "../../testing/scene.svelte";
import { TIPS } from "./lesson";
import { OPENING } from "./testing";

type Changes = ConstructorParameters<typeof FakeScene<"chocottes">>[1];

const scene = (changes: Changes = {}) => new FakeScene(OPENING, changes);

/** Return the tips for a beginner that has seen none yet. */
const due = (at: ReturnType<typeof scene>) => TIPS.filter((tip) => tip.when(at)).map((tip) => tip.id);

it("goes through a turn: look, draw, place", () => {
  expect(due(scene({ legal: ["look 1", "look 2"] }))).toEqual(["look"]);
  expect(due(scene({ legal: ["draw", "knock"], view: { phase: "turn" } }))).toEqual(["draw"]);
  const drawn = (discard: number) =>
    due(scene({ legal: ["discard", "replace 1"], own: { drawn: "4" }, view: { discard } }));
  expect(drawn(1)).toEqual(["place"]);
  expect(drawn(2)).toEqual(["place", "twin"]);
});

it("explains the throw at the first discard, its risk later or after a mistake", () => {
  const discarded = { type: "Discarded", seat: 1, card: "8" } as const;
  const wrong = { type: "Snapped", seat: 1, place: 1, card: "3", right: false } as const;
  expect(due(scene({ events: [discarded], view: { discard: 1 } }))).toEqual(["snap"]);
  expect(due(scene({ events: [discarded], view: { discard: 4 } }))).toEqual(["snap", "risk"]);
  expect(due(scene({ events: [wrong], view: { discard: 1 } }))).toEqual(["risk"]);
  expect(due(scene({ events: [{ ...wrong, right: true }], view: { discard: 1 } }))).toEqual([]);
});

it.each([
  [7, "crack"],
  [10, "peek"],
  [11, "shuffle"],
  [12, "exchange"],
  [13, "gift"],
  [14, "reaper"],
] as const)("explains the effect of a %i to who decides about it", (value, tip) => {
  const asked = (seat: number) => scene({ view: { phase: "effect", effects: [{ seat, value }] } });
  expect(due(asked(0))).toEqual([tip]);
  expect(due(asked(1))).toEqual([]);
});

it("waits with an effect until the window has closed", () => {
  expect(due(scene({ view: { phase: "window", effects: [{ seat: 0, value: 10 }] } }))).toEqual([]);
});

it("knows a dream, drawn or looked at", () => {
  expect(due(scene({ own: { drawn: "dream-10" } }))).toEqual(["dream"]);
  expect(due(scene({ events: [{ type: "YouLookedAt", seat: 0, place: 1, card: "dream-12" }] }))).toEqual(["dream"]);
  expect(due(scene({ own: { drawn: "10" } }))).toEqual([]);
});

it("speaks of knocking after some turns", () => {
  const turn = (discard: number) => due(scene({ legal: ["draw", "knock"], view: { phase: "turn", discard } }));
  expect(turn(2)).toEqual(["draw"]);
  expect(turn(5)).toEqual(["draw", "knock"]);
});

it("explains the race to 50 between two rounds", () => {
  const last_round = { ended: "knocked", knocker: 0, tile: null, points: [3, 9] } as const;
  const view = { last_round: { ...last_round, points: [3, 9] } };
  expect(due(scene({ view }))).toEqual(["score"]);
  expect(due(scene({ view: { ...view, discard: 1 } }))).toEqual([]);
});
