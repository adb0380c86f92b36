import { expect, test } from "vitest";

import type { Any } from "../model/scene";
import { turnsOf } from "./turns";

const event = (type: string, seat: number) => ({ type, seat }) as unknown as Any<"event">;
const shape = (game: string, events: readonly Any<"event">[]) =>
  turnsOf(game, events).map(({ seat, events }) => [seat, ...events.map(({ type }) => type)]);

test("T7 a turn begins with a knock, and has all that happens until the next one", () => {
  const events = [
    event("Started", 1),
    event("GuestCame", 0),
    event("Offered", 1),
    event("Answered", 0),
    event("Joined", 0),
    event("Drew", 1),
    event("YouOffered", 2),
    event("Answered", 1),
  ];
  expect(shape("toctoctoc", events)).toEqual([
    [null, "Started"],
    [null, "GuestCame"],
    [1, "Offered", "Answered", "Joined", "Drew"],
    [2, "YouOffered", "Answered"],
  ]);
});

test("a game that marks no turns has its events one by one", () => {
  expect(shape("escalier", [event("WonPile", 0), event("WonPile", 1)])).toEqual([
    [null, "WonPile"],
    [null, "WonPile"],
  ]);
});
