// @vitest-environment node
import { expect, it } from "vitest";

import { clauseIn, bookOf, load } from "./book";
import { coverOf, PICTURED, picturesOf } from "./pictures";

it.each(PICTURED)("%s is a clause, and all its pictures are drawn", async (clause) => {
  expect(clauseIn(await load(bookOf(clause)!, "en"), clause)).toBeDefined();
  for (const { file } of picturesOf(clause)) expect(file).toBeDefined();
});

it("has a cover for every game", () => {
  for (const game of ["toctoctoc", "chocottes", "escalier"] as const) expect(coverOf(game)).toBeDefined();
});

it("writes on cards what is printed there, and nothing on a tile or a back", () => {
  expect(picturesOf("C1").map(({ value, isStruck }) => [value, isStruck])).toEqual([
    ["1", false],
    ["10", false],
    ["10", true],
  ]);
  expect([...picturesOf("C2"), ...picturesOf("C3")].map(({ value }) => value)).toEqual(["", ""]);
});
