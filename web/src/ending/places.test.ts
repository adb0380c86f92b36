// @vitest-environment node
import { expect, test } from "vitest";

import { places } from "./places";

const order = (game: Parameters<typeof places>[0], scores: number[], winners: number[]) =>
  places(game, { scores, winners }).map(({ seat, place }) => [seat, place]);

test("T22, E13: the most points come first, and equals share a place", () => {
  expect(order("toctoctoc", [7, 12, 7, 3], [1])).toEqual([[1, 1], [0, 2], [2, 2], [3, 4]]); // prettier-ignore
  expect(order("escalier", [28, 28], [0, 1])).toEqual([[0, 1], [1, 1]]); // prettier-ignore
});

test("C24: in Toc Chocottes the fewest points come first", () => {
  expect(order("chocottes", [51, 12, 30], [1])).toEqual([[1, 1], [2, 2], [0, 3]]); // prettier-ignore
});

test("C25: whoever knocked to exactly fifty comes first with the most points", () => {
  expect(order("chocottes", [12, 50, 30], [1])).toEqual([[1, 1], [0, 2], [2, 3]]); // prettier-ignore
});
