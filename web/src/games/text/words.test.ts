import { expect, test } from "vitest";

import { load } from "../../lang/catalogue";
import { Speaker } from "../../lang/speech";
import { marks } from "./words";

const players = [
  { kind: "person", name: "Anna" },
  { kind: "person", name: "Ben" },
] as const;

async function said(game: string, aid: unknown): Promise<string[]> {
  const texts = await load("en");
  return marks(texts, new Speaker(texts, game, players, 0), aid);
}

test("T23: the cards that others were seen to draw", async () => {
  expect(await said("toctoctoc", { 0: [], 1: ["taxi", "taxi", "child"] })).toEqual([
    "Ben: 2 hearse-taxis and 1 young child",
  ]);
});

test("C27: rows with what one knows of them", async () => {
  expect(await said("chocottes", [[null, "7"], ["dream-10", "1"]])).toEqual([
    "Anna: ?, 7 Rift",
    "Ben: dream 10 Lookooky, 1",
  ]); // prettier-ignore
});

test("E14: children under ghosts", async () => {
  expect(await said("escalier", { red: "blue", white: "green" })).toEqual(["red: blue", "white: green"]);
});

test("what has the name of a field has its label", async () => {
  expect(await said("toctoctoc", { hand: ["taxi"], hands: [["child"], ["taxi"]] })).toEqual([
    "Your hand: 1 hearse-taxi",
    "Anna: 1 young child",
    "Ben: 1 hearse-taxi",
  ]);
});

test("nothing is marked", async () => {
  for (const aid of [null, [], {}]) expect(await said("escalier", aid)).toEqual([]);
});
