import { expect, test } from "vitest";

import { rungs } from "./rungs";
import { byGame, byOpponent, byPlayers, inAll } from "./statistics";
import type { Played } from "./played-game";
import { bot, game, LOST } from "./testing";

const newestFirst = (...games: Played[]) => games.toReversed();
const short = ({ games, won, lost }: { games: number; won: number; lost: number }) => [games, won, lost];

test("won, lost and streaks are counted, the newest game first", () => {
  const games = newestFirst(game(), game(), game(), game(LOST), game(), game());
  expect(inAll(games)).toEqual({ games: 6, won: 5, lost: 1, streak: 2, best: 3 });
  expect(inAll([])).toEqual({ games: 0, won: 0, lost: 0, streak: 0, best: 0 });
  expect(inAll(newestFirst(game(), game(LOST))).streak).toBe(0);
});

test("lessons do not count, nor games of this device alone", () => {
  expect(inAll([game({ lesson: true }), game({ mine: [0, 1, 2] })]).games).toBe(0);
});

test("a shared first place is won, and so is a neighbour's on the same device", () => {
  expect(inAll([game({ places: [1, 1, 3] })]).won).toBe(1);
  expect(inAll([game({ ...LOST, mine: [0, 2] })]).won).toBe(1);
});

test("by game and by number of players", () => {
  const pair = { players: [{ name: "Anna" }, bot("comte")], scores: [3, 9], places: [2, 1] };
  const games = newestFirst(game(), game(LOST), game({ ...pair, game: "escalier" }));
  expect(byGame(games).map(({ of, tally }) => [of, ...short(tally)])).toEqual([
    ["toctoctoc", 2, 1, 1],
    ["escalier", 1, 0, 1],
  ]);
  expect(byPlayers(games).map(({ of, tally }) => [of, ...short(tally)])).toEqual([
    [2, 1, 0, 1],
    [3, 2, 1, 1],
  ]);
});

test("against somebody the better place wins, and bots of a level are one opponent", () => {
  const players = [{ name: "Anna" }, { name: "Ben" }, bot("comte"), bot("comte")];
  const table = (places: number[]) => game({ players, places, scores: [0, 0, 0, 0] });
  const games = newestFirst(table([2, 3, 1, 4]), table([1, 1, 3, 4]), table([4, 3, 2, 1]));
  const found = byOpponent(games).map(({ of, tally }) => [of.name, ...short(tally)]);
  expect(found).toEqual([
    ["Ben", 3, 1, 1],
    ["comte", 3, 1, 2],
  ]);
});

test("somebody is the same in small letters, and called as last", () => {
  const ben = (name: string) => game({ players: [{ name: "Anna" }, { name }, { name: "Cleo" }] });
  const found = byOpponent(newestFirst(ben("ben"), ben("Ben ")));
  expect(found.map(({ of, tally }) => [of.name, tally.games])).toEqual([
    ["Ben ", 2],
    ["Cleo", 2],
  ]);
});

test("a rung is climbed by a game that was won against its bot, and all below with it", () => {
  const against = (name: string, changes: Partial<Played> = {}) =>
    game({ players: [{ name: "Anna" }, bot(name), { name: "Ben" }], ...changes });
  expect(rungs([], "toctoctoc")).toBe(0);
  expect(rungs([game()], "toctoctoc")).toBe(1);
  expect(rungs([game()], "escalier")).toBe(0);
  expect(rungs([against("chasseur"), game()], "toctoctoc")).toBe(3);
  expect(rungs([against("comte")], "toctoctoc")).toBe(5);
  expect(rungs([against("comte", { lesson: true })], "toctoctoc")).toBe(1); // it is arranged
});

test.each<[string, Partial<Played>]>([
  ["lost", LOST],
  ["won with hints", { hints: true }],
  ["a lost lesson", { ...LOST, lesson: true }],
  ["shared with that bot", { places: [1, 1, 3] }],
  ["against a host's own bot", { players: [{ name: "Anna" }, bot("mamie"), { name: "Ben" }] }],
  ["against people", { players: [{ name: "Anna" }, { name: "Cleo" }, { name: "Ben" }] }],
])("no rung for a game that was %s", (_, changes) => {
  const usual = { players: [{ name: "Anna" }, bot("comte"), { name: "Ben" }] };
  expect(rungs([game({ ...usual, ...changes })], "toctoctoc")).toBe(0);
});
