import { afterAll, expect, test } from "vitest";

import { LANGUAGES } from "../lang/catalogue";
import { speak } from "../lang/language.svelte";
import type { Scene } from "../model/scene";
import { type ChocottesCard, type EscalierCard, GAMES, type ToctoctocCard } from "../protocol";
import { FakeScene } from "../testing/scene.svelte";
import { explained as chocottes } from "./chocottes/words";
import { OPENING } from "./escalier/testing";
import { explained } from "../lang/aid";
import { explained as toctoctoc } from "./toctoctoc/words";

const TOCTOCTOC = GAMES.toctoctoc.actions.Offer!.blanks!.card!.words as ToctoctocCard[];
const CHOCOTTES = [
  ...Array.from({ length: 14 }, (_, at) => String(at + 1)),
  ...[10, 11, 12, 13].map((value) => `dream-${value}`),
] as ChocottesCard[];
const ESCALIER = ["riddle", "move", "swap", "red-child", "green-child", "blue-child", "yellow-child"] as EscalierCard[];

afterAll(() => speak("en"));

test.each(LANGUAGES)("every card of every game explains itself, shortly (%s)", async (language) => {
  await speak(language);
  const scene = new FakeScene(OPENING) as Scene<"escalier">;
  const all = [
    ...TOCTOCTOC.map((card) => toctoctoc([card])),
    ...CHOCOTTES.map((card) => chocottes(card)),
    ...ESCALIER.map((card) => explained(scene, [card])),
  ];
  for (const [one, ...more] of all) {
    expect(more).toEqual([]);
    expect(one!.name).not.toBe("");
    expect(one!.text).toMatch(/^[\p{Lu}\d].*[.!?]$/u);
    expect(one!.text.length).toBeLessThan(150);
  }
});

test("what a window shows is explained once for each kind", async () => {
  await speak("en");
  const names = toctoctoc(["plain-ghost", "plain-ghost", "brute-ghost"]).map(({ name }) => name);
  expect(names).toEqual(["Plain ghost", "Ghost brute"]);
});

test("C23, E10: a dream says that it counts nothing, a riddle with risk what it risks", async () => {
  await speak("en");
  expect(chocottes("dream-12")[0]!.text).toContain("worth 0");
  expect(chocottes("12")[0]!.text).not.toContain("worth 0");
  expect(chocottes(null)).toEqual([]); // a back says nothing
  const scene = new FakeScene(OPENING);
  const plain = explained(scene as Scene<"escalier">, ["riddle"]);
  scene.options = { risk: true };
  expect(explained(scene as Scene<"escalier">, ["riddle"])).not.toEqual(plain);
});
