import { expect, test } from "vitest";

import { type Language, LANGUAGES, load } from "./catalogue";
import { speak } from "./language.svelte";
import { capital, Speaker } from "./speech";
import { GAME_NAMES } from "../model/scene";
import { factsOf } from "../model/facts";
import { BAR, nthKey } from "../lib/keys";
import { letterFor, lettersOf } from "./letters";

const CASES = LANGUAGES.flatMap((language) => GAME_NAMES.map((game) => [game, language] as const));
/** The labels of the buttons, where they are shorter than the action. */
const BUTTONS: Partial<Record<string, string>> = {
  Knock: "knock",
  Discard: "discard",
  Pass: "pass",
  Decline: "decline",
};

test.each(CASES)("%s in %s: each letter is in the words of its button, and means one thing", async (game, language) => {
  await speak(language);
  const texts = await load(language as Language);
  const speaker = new Speaker(texts, game, [], null);
  const letters = lettersOf(game);
  expect(letters.length).toBeGreaterThan(0);
  for (const [action, letter] of letters) {
    const button = `${game}.web.${BUTTONS[action]}`;
    const words = texts.has(button) ? texts.say(button) : speaker.action({ is: action });
    expect(capital(words).toUpperCase()).toContain(letter);
  }
  const all = [...letters.map(([, letter]) => letter), ...Object.values(BAR), "I"];
  expect(new Set(all).size).toBe(all.length);
});

test("every action that needs no card and no player has a letter", async () => {
  await speak("en");
  for (const game of GAME_NAMES) {
    const bare = Object.entries(factsOf(game).actions).filter(([name, { blanks }]) => !blanks && name !== "Feed");
    expect(bare.map(([name]) => letterFor(game, name)).every(Boolean)).toBe(true);
  }
  expect(letterFor("chocottes", "Pass")).toBe("P 0");
  expect(letterFor("chocottes", "Draw")).toBe("D");
});

test("twenty cards have a key each", async () => {
  await speak("fr");
  const taken = lettersOf("chocottes").map(([, letter]) => letter);
  const keys = Array.from({ length: 20 }, (_, nth) => nthKey(nth, taken));
  expect(keys.slice(0, 10)).toEqual([..."123456789", "A"]);
  expect(new Set(keys).size).toBe(20);
  expect(keys.filter((key) => key && (taken.includes(key) || Object.values(BAR).includes(key as "M")))).toEqual([]);
  expect(nthKey(99, taken)).toBeUndefined();
});
