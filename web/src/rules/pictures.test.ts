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
