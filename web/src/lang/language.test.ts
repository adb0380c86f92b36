import { afterEach, expect, test } from "vitest";

import { GAME_NAMES } from "../protocol";
import { LANGUAGES, load, loadFirst, preferred } from "./catalogue";
import { choose, learn, say, speak, speakAsBefore, speakOfGames, texts } from "./language.svelte";

afterEach(async () => {
  await speakOfGames(); // as the other files of this worker expect it
  await speak("en");
});

test.each(LANGUAGES)("the first page can name every game and say what it is about (%s)", async (language) => {
  const [first, whole] = await Promise.all([loadFirst(language), load(language)]);
  for (const game of GAME_NAMES) {
    for (const key of [`title.${game}`, `game.${game}`]) expect(first.say(key)).toBe(whole.say(key));
    expect(first.has(`${game}.phase.over`)).toBe(false);
    expect(whole.has(`${game}.phase.over`)).toBe(true);
  }
});

test("the texts of the games come with the first page that needs them, and stay in every language", async () => {
  await speakAsBefore();
  expect(texts().has("escalier.phase.over")).toBe(false);
  await choose("fr");
  expect(texts().has("escalier.phase.over")).toBe(false);
  await Promise.all([speakOfGames(), speakOfGames()]);
  const inFrench = say("escalier.phase.over");
  await choose("en");
  expect(say("escalier.phase.over")).not.toBe(inFrench);
});

test("texts that are learned while those of the games are on their way are kept", async () => {
  await speakAsBefore();
  const whole = speakOfGames();
  await learn(() => Promise.resolve({ "bot.grandma": "Grandma" }));
  await whole;
  expect(say("bot.grandma")).toBe("Grandma");
});

test("the visitor's own languages come before that of the link", () => {
  expect(preferred(["de-AT", "en"], "?lang=fr")).toBe("de");
  expect(preferred(["es"], "?lang=fr")).toBe("fr");
  expect(preferred(["es"], "?lang=xx")).toBe("en");
});

test("a language that was chosen stays, whatever link was followed", async () => {
  await choose("nl");
  history.replaceState(null, "", "/t/hibou-lampe-42?lang=fr");
  await speakAsBefore();
  expect(texts().language).toBe("nl");
  history.replaceState(null, "", "/");
});

test.each([
  ["en", "a, b and c"],
  ["fr", "a, b et c"],
  ["nl", "a, b en c"],
  ["de", "a, b und c"],
] as const)("a list is written as everywhere else (%s)", async (language, listed) => {
  const catalogue = await load(language);
  expect(catalogue.listed(["a", "b", "c"])).toBe(listed);
  expect(catalogue.listed(["a"])).toBe("a");
  expect(catalogue.listed([])).toBe("");
});
