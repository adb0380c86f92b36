import { expect, test } from "vitest";

import { canEarn, earned, firstWith } from "./achievements";
import { headlines } from "./headlines";
import { readPlayed } from "./played-game";
import { readText, written } from "./export-file";
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

test("hints climb no rung; lessons and games of one device alone are no news", () => {
  expect(news(game({ hints: true }))).toEqual([{ is: "first-win", seat: 1 }]);
  expect(news(game({ lesson: true }))).toEqual([]);
  expect(news(game({ mine: [0, 1, 2] }))).toEqual([]);
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
