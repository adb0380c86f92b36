import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { onDevice } from "../lib/storage";
import { readPlayed } from "./played-game";
import { forget, forgetAll, games, isLasting, keep, lose, makeRoom } from "./store";
import { game } from "./testing";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  forgetAll();
});

test("games are kept once, and found with the newest first", () => {
  const [first, second] = [game(), game()];
  expect(keep(first, second)).toBe(2);
  expect(keep(first)).toBe(0);
  expect(games()).toEqual([second, first]);
});

test("one game or all can be forgotten", () => {
  const [first, second] = [game(), game()];
  keep(first, second, game());
  forget(first.id);
  expect(games()).toHaveLength(2);
  onDevice.write("toctoc", { name: "Anna" });
  forgetAll();
  expect(games()).toEqual([]);
  expect(onDevice.read("toctoc")).toEqual({ name: "Anna" });
});

test("a spoilt game spoils no other, and can be kept anew", () => {
  const [good, bad] = [game(), game()];
  keep(good, bad);
  localStorage.setItem(`toctoc:game:1:${bad.id}`, '{"id":');
  expect(games()).toEqual([good]);
  expect(keep(bad)).toBe(1);
  expect(games()).toEqual([bad, good]);
});

test("where storage is forbidden or full, games last as long as the page, which is known", () => {
  keep(game());
  expect(isLasting()).toBe(true);
  const full = () => {
    throw new DOMException("no", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: full, setItem: full, removeItem: full });
  expect(isLasting()).toBe(false);
  const late = game();
  keep(late);
  expect(games()).toEqual([late]);
});

test("only so many are kept, the newest", () => {
  const many = Array.from({ length: 5 }, () => game());
  keep(...many);
  makeRoom(3);
  expect(games()).toEqual(many.slice(2).toReversed());
});

test("a replay that the server has no more is noted, of this server only", () => {
  const [here, elsewhere] = [game({ number: 7 }), game({ number: 7, server: "https://other.example" })];
  keep(here, elsewhere);
  lose("hibou-lampe-42", 7);
  expect(games().map((one) => one.lost)).toEqual([undefined, true]);
});

const WRONG: Record<string, object> = {
  "another id": { id: "../../etc" },
  "no date": { at: "yesterday" },
  "an address that runs": { server: "javascript:alert(1)" },
  "a code that is a path": { code: "../admin" },
  "nobody": { players: [] }, // prettier-ignore
  "a player without a name": { players: [{ name: "" }, { name: "Boo" }, { name: "Wisp" }] },
  "a name as long as a book": { players: [{ name: "a".repeat(61) }, { name: "Boo" }, { name: "Wisp" }] },
  "too few scores": { scores: [1, 2] },
  "a score that is none": { scores: [1, 2, null] },
  "a place that there is not": { places: [1, 2, 4] },
  "a seat that there is not": { mine: [3] },
  "no seat": { mine: [] },
  "one seat twice": { mine: [0, 0] },
};

test.each(Object.entries(WRONG))("what has %s is no game", (_, changes) => {
  expect(readPlayed({ ...game(), ...changes })).toBe(null);
});

test("nothing else comes in with a game", () => {
  const one = game();
  const more = { ...one, onload: "x", players: one.players.map((player) => ({ ...player, html: "<b>" })) };
  expect(readPlayed(more)).toEqual(one);
  expect([null, "game", 3, []].map(readPlayed)).toEqual([null, null, null, null]);
});
