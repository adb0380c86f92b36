// @vitest-environment node
import { expect, it } from "vitest";

import { FakeScene } from "../../testing/scene.svelte";
import { TIPS } from "./lesson";
import { OPENING } from "./testing";

type Changes = ConstructorParameters<typeof FakeScene<"escalier">>[1];

const scene = (changes: Changes = {}) => new FakeScene(OPENING, changes);

/** Return the tips for a beginner that has seen none yet. */
const due = (at: ReturnType<typeof scene>) => TIPS.filter((tip) => tip.when(at)).map((tip) => tip.id);

it("begins with what is to be remembered", () => {
  expect(due(scene({ legal: ["turn red"] }))).toEqual(["remember", "find"]);
  expect(due(scene({ legal: ["turn red"], view: { free: "red" } }))).toEqual(["find"]);
});

it("explains each kind of card to who turned it", () => {
  const view = { free: "red", discard: 3 } as const;
  expect(due(scene({ view: { ...view, phase: "move" }, legal: ["move blue"] }))).toEqual(["move"]);
  expect(due(scene({ view: { ...view, phase: "swap" }, legal: ["swap blue white"] }))).toEqual(["swap"]);
  expect(due(scene({ view: { ...view, phase: "riddle" }, legal: ["name red", "decline"] }))).toEqual(["riddle"]);
  expect(due(scene({ view: { ...view, phase: "ask" }, legal: ["ask 1 about blue", "decline"] }))).toEqual(["risk"]);
  expect(due(scene({ view: { ...view, phase: "answer" }, legal: ["name red"] }))).toEqual(["answer"]);
  expect(due(scene({ view: { ...view, phase: "name-last" }, legal: ["name red"] }))).toEqual(["last"]);
});

it("speaks of what others do with the ghosts", () => {
  const shifted = (seat: number) => scene({ events: [{ type: "Shifted", seat, place: "red", to: "white" }] });
  expect(due(shifted(1))).toEqual(["watch"]);
  expect(due(shifted(0))).toEqual([]);
});

it("tells right from wrong", () => {
  const turned = { type: "Turned", seat: 1, place: "red", child: "red" } as const;
  expect(due(scene({ events: [{ ...turned, right: false }] }))).toEqual(["wrong"]);
  expect(
    due(
      scene({
        events: [
          { ...turned, right: true },
          { type: "WonPile", seat: 1, cards: 4 },
        ],
      }),
    ),
  ).toEqual(["won"]);
});

it("announces the end", () => {
  expect(due(scene({ view: { pile: 2 } }))).toEqual(["end"]);
  expect(due(scene({ view: { pile: 0, phase: "over" } }))).toEqual([]);
});
