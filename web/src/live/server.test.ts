import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { say, speak } from "../lang/language.svelte";
import { BOTS, GAME_NAMES, GAMES } from "../protocol";
import { factsOf, isOurs } from "../model/facts";
import { adviserOf, askServer, botFacts, botLike, botsFor, games, titleOf } from "./server.svelte";

const answer = {
  games: [...Object.values(GAMES), { ...GAMES.escalier, name: "ghosts", title: "Ghosts" }],
  bot_facts: [
    ...BOTS.map((name) => ({ name, games: [...GAME_NAMES], title: {}, face: null })),
    { name: "mamie", games: ["escalier"], title: { "": "Granny", fr: "Mamie" }, face: "witch" },
    { name: "random", games: ["ghosts"], title: {}, face: null },
    { name: "opa", games: ["ghosts"], title: { de: "Opa" }, face: null },
  ],
};
const fetched = vi.fn((path: string) => {
  const words = { texts: { "ghosts.act.Open": `open, ${path.slice(-2)}` } };
  return Promise.resolve(new Response(JSON.stringify(path.includes("/words/") ? words : answer)));
});

beforeAll(async () => {
  vi.stubGlobal("fetch", fetched);
  await speak("en");
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules(); // other files of this worker know nothing of that server
});

// In this order: the games before the server's answer, and afterwards.

test("ours are known before the server answers", () => {
  expect(games()).toEqual([...GAME_NAMES]);
  expect(factsOf("chocottes").players).toEqual([2, 3, 4, 5]);
  expect(botsFor("escalier").map((bot) => bot.name)).toEqual([...BOTS]);
  expect(() => factsOf("ghosts")).toThrow("ghosts");
  expect(titleOf("ghosts")).toBe("ghosts");
});

test("a server that cannot be reached is asked again", async () => {
  fetched.mockReturnValueOnce(Promise.reject(new Error("no line")));
  await expect(askServer()).rejects.toThrow("cannot be reached");
  await askServer();
  await askServer();
  expect(fetched.mock.calls.filter(([path]) => path === "/api/games")).toHaveLength(2);
});

test("then its own games and bots are known, too", () => {
  expect(games()).toEqual([...GAME_NAMES, "ghosts"]);
  expect(isOurs("ghosts")).toBe(false);
  expect(titleOf("ghosts")).toBe("Ghosts");
  expect(botsFor("escalier").map((bot) => bot.name)).toEqual([...BOTS, "mamie"]);
  expect(botFacts("mamie")?.face).toBe("witch");
});

test("one plays against the bot that one likes, or the first of those who play", () => {
  expect(botLike("escalier", "mamie")).toBe("mamie");
  expect(botLike("chocottes", "mamie")).toBe("petit-fantome");
  expect(botLike("ghosts", "mamie")).toBe("random");
});

test("the strongest of ours gives hints", () => {
  expect(adviserOf("escalier")).toBe(BOTS.at(-1));
});

test("their words come in every language that is chosen", async () => {
  expect(say("ghosts.act.Open")).toBe("open, en");
  expect(say("bot.mamie")).toBe("Granny");
  expect(say("bot.opa")).toBe("Opa"); // which is better than the name of its file
  await speak("fr");
  expect(say("ghosts.act.Open")).toBe("open, fr");
  expect(say("bot.mamie")).toBe("Mamie");
  expect(say("bot.mamie.called")).toBe("Granny"); // at a table, for players of all languages
});
