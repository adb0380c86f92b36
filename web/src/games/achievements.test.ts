// @vitest-environment node
import { expect, test } from "vitest";

import { type GameName, GAME_NAMES } from "../model/scene";
import { loadAchievements } from ".";
import type { Events } from "./achievement";
import chocottes from "./chocottes/testing-games.json";
import escalier from "./escalier/testing-games.json";
import toctoctoc from "./toctoctoc/testing-games.json";

/** Games of bots, their public events as far as they matter, and the achievements of each seat. */
const GAMES = { toctoctoc, chocottes, escalier };

async function earnedBy(game: GameName, events: unknown, seat: number): Promise<string[]> {
  const all = await loadAchievements(game);
  return all.filter(({ isEarned }) => isEarned(events as Events, seat)).map(({ name }) => name);
}

test.each(GAME_NAMES)("in real games of %s each seat earns its achievements and no others", async (game) => {
  const seen = new Set<string>();
  for (const { events, earned } of GAMES[game]) {
    for (const [seat, names] of earned.entries()) {
      expect(await earnedBy(game, events, seat)).toEqual(names);
      names.forEach((name) => seen.add(name));
    }
  }
  expect(seen).toEqual(new Set((await loadAchievements(game)).map(({ name }) => name)));
});

const over = (...winners: number[]) => ({ type: "GameOver", scores: [9, 7, 5], winners });
const times = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one);
const refused = { type: "Answered", seat: 0, opened: false, card: "taxi", revealer: 1, rival: 0 };
const letIn = { type: "Answered", seat: 1, opened: true, card: "taxi", revealer: 1, rival: 0 };
const knocked = { type: "RoundEnded", ended: "knocked", by: 0, payers: [], points: [3, 9], totals: [20, 30] };
const thrown = { type: "Snapped", seat: 0, place: 1, card: "7", right: true };
const found = { type: "Turned", seat: 0, place: "red", child: "red", right: true };
const guessed = { type: "Guessed", seat: 0, place: "white", colour: "red", child: "red", right: true };

/** Seat 0 nearly earns it. */
const NEARLY: [GameName, string, object[]][] = [
  ["toctoctoc", "scarecrows", [{ type: "Joined", seat: 0, card: "scarecrow" }, over(0)]],
  ["toctoctoc", "full-house", [{ type: "Fled", to: 0, source: 1, guests: times(4, "plain-ghost") }, over(0)]],
  ["toctoctoc", "scares", [...times(3, letIn), { ...letIn, opened: false }, over(0)]],
  ["toctoctoc", "scares", [...times(4, { ...letIn, card: "plain-ghost" }), over(0)]],
  ["toctoctoc", "closed-door", [...times(3, refused), { ...refused, opened: true }, over(0)]],
  ["toctoctoc", "closed-door", [refused, over(1)]],
  ["toctoctoc", "one-door", [{ type: "Offered", seat: 0, to: 1 }, { type: "Offered", seat: 0, to: 2 }, over(0)]],
  ["chocottes", "two-knocks", [knocked, { ...knocked, payers: [0] }, over(0)]],
  ["chocottes", "sure-hand", [...times(4, thrown), { ...thrown, right: false }, over(0)]],
  ["chocottes", "sure-hand", [...times(3, thrown), over(0)]],
  ["chocottes", "sweet-dreams", [{ ...knocked, points: [1, 9] }, over(0)]],
  ["chocottes", "sweet-dreams", [{ ...knocked, by: 1, points: [0, 9] }, over(0)]],
  ["chocottes", "empty-bed", [{ ...knocked, ended: "row-empty", by: 1 }, over(0)]],
  ["chocottes", "fifty", [{ ...knocked, totals: [51, 60] }, over(0)]],
  ["chocottes", "fifty", [{ ...knocked, by: 1, totals: [50, 60] }, over(0)]],
  ["escalier", "all-children", [...times(9, found), { ...found, child: "blue", right: false }, over(0)]],
  ["escalier", "riddles", [...times(4, guessed), { ...guessed, right: false }, over(0)]],
  ["escalier", "high-pile", [{ type: "WonPile", seat: 0, cards: 9 }, over(0)]],
  ["escalier", "perfect-memory", [found, { ...guessed, right: false }, over(0)]],
  ["escalier", "perfect-memory", [found, over(1)]],
];

test.each(NEARLY)("%s: %s is not earned by less", async (game, name, events) => {
  expect(await earnedBy(game, events, 0)).not.toContain(name);
});
