import { beforeEach, expect, test } from "vitest";

import { GAMES } from "../protocol";
import type { Any, GameName } from "../model/scene";
import { SavedHistory, isInHistory } from "./state.svelte";

const event = (type: string) => ({ type, seat: 0 }) as Any<"event">;

beforeEach(() => sessionStorage.clear());

test("T23: Toc Toc Toc! has a history; where remembering is the game (C27, E14), only scores are told", () => {
  const told = (game: GameName) =>
    Object.keys(GAMES[game].events).filter((type) => isInHistory(game, event(type), true));
  expect(told("toctoctoc")).toContain("Offered");
  expect(told("chocottes")).toEqual(["Knocked", "RowsShown", "TileDrawn", "RoundEnded", "RoundBegan", "GameOver"]);
  expect(told("escalier")).toEqual(["WonPile", "GameOver"]);
});

test("draws are told only with the memory aid, deals never", () => {
  for (const type of ["Drew", "TopTurned"]) {
    expect(isInHistory("toctoctoc", event(type), false)).toBe(false);
    expect(isInHistory("toctoctoc", event(type), true)).toBe(true);
  }
  expect(isInHistory("toctoctoc", event("CardDealtToYou"), true)).toBe(false);
});

test("a reload finds the history again, and the next game begins a new one", () => {
  new SavedHistory("hibou-lampe-42").write(1, [event("Offered")]);
  const reloaded = new SavedHistory("hibou-lampe-42");
  expect(reloaded.read(1)).toEqual([event("Offered")]);
  expect(reloaded.read(2)).toEqual([]);
  reloaded.write(2, [event("Started")]);
  expect(reloaded.read(1)).toEqual([]);
});
