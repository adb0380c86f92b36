// @vitest-environment jsdom
import { expect, test } from "vitest";

import type { Scene } from "../model/scene";
import { GAME_NAMES } from "../protocol";
import { aidOf } from "./aid";
import { LANGUAGES, type Texts } from "./catalogue";
import { speak } from "./language.svelte";

const ENGLISH = import.meta.glob<Texts>("$python/games/*/lang/en.json", { eager: true, import: "default" });

const at = (game: string, options: object = {}) => ({ game, options }) as Pick<Scene, "game" | "options">;

/** Every card that a game has a name for. */
function cards(game: string): string[] {
  const keys = Object.values(ENGLISH).flatMap((texts) => Object.keys(texts));
  return keys.filter((key) => key.startsWith(`${game}.card.`)).map((key) => key.split(".").at(-1)!);
}

test("every card of every game is told in one short line, in every language", async () => {
  for (const language of LANGUAGES) {
    await speak(language);
    for (const game of GAME_NAMES) {
      for (const card of cards(game)) {
        const found = aidOf(at(game), card);
        expect(found, `${language} ${card}`).toMatch(/^[\p{Lu}\d].*[.!]$/u);
        expect(found!.length, `${language} ${card}`).toBeLessThan(130);
      }
    }
  }
});

test("a card is told by its family, a dream by its number and by being a dream", async () => {
  await speak("en");
  expect(aidOf(at("toctoctoc"), "brute-ghost")).toBe(aidOf(at("toctoctoc"), "brute-monster"));
  expect(aidOf(at("toctoctoc"), "brute-ghost")).toMatch(/Protects its kind/);
  expect(aidOf(at("chocottes"), "dream-10")).toMatch(/^Look at one of your cards. A dream/);
  expect(aidOf(at("chocottes"), "8")).toMatch(/^No effect/);
});

test("a riddle is told as the table plays it", async () => {
  await speak("en");
  expect(aidOf(at("escalier", { risk: false }), "riddle")).toMatch(/on white/);
  expect(aidOf(at("escalier", { risk: true }), "riddle")).toMatch(/^Ask another player/);
});

test("a game that has no such texts tells nothing", async () => {
  await speak("en");
  expect(aidOf(at("draughts"), "king")).toBeNull();
});
