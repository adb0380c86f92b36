import { expect, test } from "vitest";

import { BOTS, type SeatShown } from "../protocol";
import { portrait } from "../lib/art";
import { counted, levelOf } from "./seats";

const bot = (name: string): SeatShown => ({ kind: "bot", name, bot: name });

test("every bot at a table has a face of its own, and none that people can choose", () => {
  for (const name of BOTS) {
    const faces = counted([bot(name), { kind: "person", name: "Anna" }, bot(name), bot(name), bot(name)]);
    const drawn = faces.filter((seat) => seat.bot).map((seat) => portrait(seat));
    expect(new Set(drawn).size).toBe(4);
    for (const face of drawn) expect(face).toContain(name);
  }
});

test("bots of one kind are counted by their seats, whoever sits between them", () => {
  const seats = counted([bot("comte"), { kind: "free" }, bot("voyante"), bot("comte")]);
  expect(seats.map((seat) => seat.nth)).toEqual([0, undefined, 0, 1]);
});

test("a level goes from 1 to 5; a host's own bot has none", () => {
  expect(BOTS.map(levelOf)).toEqual([1, 2, 3, 4, 5]);
  expect(levelOf("mamie")).toBeNull();
});
