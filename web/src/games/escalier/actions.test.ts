// @vitest-environment node
import { expect, test } from "vitest";

import type { EscalierAction } from "../../protocol";
import { names, questions, tap, type Tap } from "./actions";
import { bend, centre, PLACES } from "./parts/places";

const swaps: EscalierAction[] = ["swap red green", "swap red white", "swap green white"];
const acted = (found: Tap | null) => (found?.does === "act" ? found.action : found);
const asks: EscalierAction[] = ["decline", "ask 1 about red", "ask 2 about red"];

test("E5, E8: one tap turns a ghost over or moves it, and only where that is legal", () => {
  expect(acted(tap(["turn red", "turn blue"], null, "blue"))).toBe("turn blue");
  expect(tap(["turn red", "turn blue"], null, "green")).toBeNull();
  expect(acted(tap(["move white"], null, "white"))).toBe("move white");
});

test("E7: two taps swap, in either order; the first one again takes it back", () => {
  expect(tap(swaps, null, "white")).toEqual({ does: "pick" });
  expect(acted(tap(swaps, "white", "red"))).toBe("swap red white");
  expect(acted(tap(swaps, "red", "white"))).toBe("swap red white");
  expect(tap(swaps, "white", "white")).toEqual({ does: "drop" });
  expect(tap(swaps, null, "blue")).toBeNull();
});

test("E10: a ghost, then whom to ask; with one opponent the ghost is enough", () => {
  expect(tap(asks, null, "red")).toEqual({ does: "pick" });
  expect(questions(asks, "red").map(({ seat, action }) => [seat, action])).toEqual([
    [1, "ask 1 about red"],
    [2, "ask 2 about red"],
  ]);
  expect(acted(tap(["ask 1 about red"], null, "red"))).toBe("ask 1 about red");
});

test("E9: the children that may be named", () => {
  expect(names(["decline", "name red", "name blue"]).map((name) => name.colour)).toEqual(["red", "blue"]);
});

test("the places lie as on the disc, and two who change places go different ways", () => {
  expect(centre("red").x).toBeCloseTo(300);
  expect(centre("red").y).toBeCloseTo(100);
  expect(centre("green").x).toBeGreaterThan(centre("white").x);
  for (const from of PLACES)
    for (const to of PLACES) if (from !== to) expect(bend(from, to)).not.toEqual(bend(to, from));
});
