import { expect, it } from "vitest";

import { LANGUAGES } from "../lang/catalogue";
import { bookOf, clauseIn, isExample, load } from "./book";
import { coverOf } from "../lib/art";
import { PICTURED, picturesOf, picturesOfExample } from "./pictures";

const GAMES = ["toctoctoc", "chocottes", "escalier"] as const;

it.each(PICTURED)("%s is a clause, and all its pictures are drawn", async (clause) => {
  expect(clauseIn(await load(bookOf(clause)!, "en"), clause)).toBeDefined();
  for (const { file } of picturesOf(clause)) expect(file).toBeDefined();
});

it("has a cover for every game", () => {
  for (const game of GAMES) expect(coverOf(game)).toBeDefined();
});

it("writes on cards what is printed there, and nothing on a tile or a back", () => {
  expect(picturesOf("C1").map(({ value, isStruck }) => [value, isStruck])).toEqual([
    ["1", false],
    ["10", false],
    ["10", true],
  ]);
  expect([...picturesOf("C2"), ...picturesOf("C3")].map(({ value }) => value)).toEqual(["", ""]);
});

it.each(GAMES)("%s: every paragraph of the example has its pictures, in every language", async (game) => {
  for (const language of LANGUAGES) {
    const book = await load(game, language);
    const [example, ...others] = book.sections.filter((section) => isExample(book, section));
    expect(others).toEqual([]);
    expect(example!.paragraphs.length).toBeGreaterThanOrEqual(2);
    example!.paragraphs.forEach((_, line) => {
      const files = picturesOfExample(game, line).map(({ file }) => file);
      expect(files.length).toBeGreaterThan(0);
      expect(files).not.toContain(undefined);
    });
    expect(picturesOfExample(game, example!.paragraphs.length)).toEqual([]);
  }
});

it("finds no example in the house rules", async () => {
  const book = await load("house", "en");
  expect(book.sections.some((section) => isExample(book, section))).toBe(false);
});
