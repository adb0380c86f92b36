// @vitest-environment node
import { expect, it } from "vitest";

import { OPENING } from "../games/chocottes/testing";
import { clauseAsked, clauseOf } from "./clauses";

it("explains an event by its clause, and special ones by theirs", () => {
  expect(clauseOf("toctoctoc", { type: "Joined", seat: 0, card: "plain-ghost" })).toBe("T11");
  expect(clauseOf("toctoctoc", { type: "Joined", seat: 0, card: "scarecrow" })).toBe("T12");
  expect(clauseOf("chocottes", { type: "Snapped", seat: 1, place: 2, card: "5", right: true })).toBe("C9");
  expect(clauseOf("chocottes", { type: "Snapped", seat: 1, place: 2, card: "5", right: false })).toBe("C11");
  expect(clauseOf("escalier", { type: "Flipped", seat: 0, card: "red-child" })).toBe("E5");
});

it("explains what is asked by its phase, and an effect by its value", () => {
  expect(clauseAsked("toctoctoc", { phase: "answer" })).toBe("T8");
  expect(clauseAsked("chocottes", { phase: "effect" })).toBe("C12");
  const view = { ...OPENING.view, phase: "effect" as const, effects: [{ seat: 0, value: 12 }] };
  expect(clauseAsked("chocottes", view)).toBe("C17");
});
