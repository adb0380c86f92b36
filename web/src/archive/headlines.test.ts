import { expect, test } from "vitest";

import { canEarn, earned, firstWith } from "./achievements";
import { headlines } from "./headlines";
import { readPlayed } from "./played-game";
import { readText, written } from "./export-file";
import { rungs } from "./rungs";
import { bot, game, LOST } from "./testing";
import escalier from "../games/escalier/testing-games.json";
import type { Replay } from "../protocol";

const news = (...games: ReturnType<typeof game>[]) => headlines(games.toReversed(), games.at(-1)!.id); // oldest first
const against = (name: string) => ({ players: [{ name: "Anna" }, bot(name), bot(name)] });

test("a first win climbs a rung, and names the opponent", () => {
  expect(news(game())).toEqual([{ is: "rung", n: 1 }, { is: "first-win", seat: 1 }]); // prettier-ignore
  expect(news(game(), game(against("chasseur")))).toEqual([
    { is: "rung", n: 3 },
    { is: "first-win", seat: 1 },
    { is: "streak", n: 2 },
  ]);
});

test("a second win against the same bot is a streak only; a defeat is no news", () => {
  expect(news(game(), game())).toEqual([{ is: "streak", n: 2 }]);
  expect(news(game(), game(LOST), game())).toEqual([]);
  expect(news(game(), game(LOST))).toEqual([]);
});

test("a win in another game against a known bot climbs the ladder of that game", () => {
  const rungAndStreak = [
    { is: "rung", n: 1 },
    { is: "streak", n: 2 },
  ];
  expect(news(game(), game({ game: "escalier" }))).toEqual(rungAndStreak);
});

test("people are beaten for the first time, too; sharing the first place beats nobody", () => {
  const people = { players: [{ name: "Anna" }, { name: "Zoé" }, { name: "Ben" }] };
  expect(news(game({ ...people, places: [1, 1, 3] }))).toEqual([{ is: "first-win", seat: 2 }]);
});

test("the games of the same people at one table are a series from the second on, wherever they sit", () => {
  const [anna, zoe] = [{ name: "Anna" }, { name: "Zoé" }];
  const won = { players: [anna, zoe], scores: [12, 9], places: [1, 2] };
  const lost = { ...won, scores: [9, 12], places: [2, 1] };
  const turned = { ...lost, players: [zoe, anna], mine: [1] }; // Anna has won
  const series = (...games: object[]) => news(...games.map((one) => game(one))).find(({ is }) => is === "series");
  const score = (mine: number, hers: number) => ({
    is: "series",
    people: [
      { seat: 0, won: mine },
      { seat: 1, won: hers },
    ],
  });
  expect(series(won)).toBeUndefined();
  expect(series(won, lost)).toEqual(score(1, 1));
  expect(series(won, turned, lost)).toEqual(score(2, 1));
  expect(series(won, won, turned)).toEqual(score(0, 3)); // she sits at the first seat
  expect(series(won, { ...won, game: "escalier" })).toEqual(score(2, 0));
  expect(series(won, { ...won, places: [1, 1] })).toEqual(score(2, 1));
  const withBot = { ...won, players: [anna, zoe, bot("comte")], scores: [9, 8, 7], places: [1, 2, 3] };
  expect(series(won, withBot)).toEqual(score(2, 0));
  const ofBot = { ...withBot, scores: [7, 8, 9], places: [3, 2, 1] };
  expect(series(ofBot, ofBot)).toBeUndefined(); // not 0 : 0
  // Another table, server or person, and a lesson, are of no series.
  for (const other of [
    { code: "lune" },
    { server: "https://a.example" },
    { players: [anna, { name: "Ben" }] },
    { lesson: true as const },
  ])
    expect(series({ ...won, ...other }, won)).toBeUndefined();
  expect(series({}, {})).toBeUndefined(); // bots
});

test("hints climb no rung; games of one device alone are no news", () => {
  expect(news(game({ hints: true }))).toEqual([{ is: "first-win", seat: 1 }]);
  expect(news(game({ mine: [0, 1, 2] }))).toEqual([]);
});

test("a won lesson climbs the first rung of the ladder, and the game after it the second", () => {
  const lesson = game({ lesson: true, ...against("petit-fantome") });
  expect(rungs([game({ ...LOST, lesson: true })], lesson.game)).toBe(0);
  expect(news(lesson)).toEqual([{ is: "rung", n: 1 }]);
  expect(news(lesson, game({ lesson: true }))).toEqual([]); // again
  expect(news(lesson, game(against("apprenti")))).toEqual([
    { is: "rung", n: 2 },
    { is: "first-win", seat: 1 },
  ]);
});

test("an achievement is news once, and a game that came later does not change the news", () => {
  const [first, second] = [game({ ...LOST, earned: ["fifty"] }), game({ ...LOST, earned: ["fifty", "scares"] })];
  expect(news(first)).toEqual([{ is: "achievement", names: ["fifty"] }]);
  expect(news(first, second)).toEqual([{ is: "achievement", names: ["scares"] }]);
  expect(headlines([second, first], first.id)).toEqual([{ is: "achievement", names: ["fifty"] }]);
  expect(headlines([first], second.id)).toEqual([]);
  expect(firstWith([second, first], first.game, "fifty")).toBe(first);
  expect(firstWith([second, first], "escalier", "fifty")).toBeUndefined();
});

test("achievements travel with the file; foreign names stay out", () => {
  const one = game({ earned: ["fifty"] });
  expect(readText(written([one]))).toEqual([one]);
  expect(readPlayed({ ...one, earned: ["<b>"] })!.earned).toBeUndefined();
  expect(readPlayed({ ...one, earned: "fifty" })!.earned).toBeUndefined();
});

test("achievements need opponents and no hints; a seat that a stand-in played earns none", async () => {
  expect(
    [{}, { hints: true }, { lesson: true }, { mine: [0, 1, 2] }].map((one) => canEarn(game(one as object))),
  ).toEqual([true, false, false, false]);
  const { events, earned: bySeat } = escalier[0]!;
  const replay = (by?: string) => ({
    game: "escalier",
    frames: [
      { step: 0, events },
      { step: 1, seat: 1, by },
    ],
  });
  expect(await earned(replay() as unknown as Replay, [1])).toEqual(bySeat[1]);
  expect(await earned(replay("stand-in") as unknown as Replay, [1])).toEqual([]);
  expect(await earned(replay("stand-in") as unknown as Replay, [0, 1])).toEqual(bySeat[0]);
});
