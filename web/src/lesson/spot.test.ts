// @vitest-environment node
import { expect, it } from "vitest";

import { type Box, boxAt, clearest, freest, SPOTS } from "./spot";

const room: Box = { left: 0, top: 0, right: 1_000, bottom: 600 };
const size = { width: 300, height: 100 };

it("has six spots, and all are in the room", () => {
  expect(SPOTS.map((spot) => boxAt(spot, room, size))).toEqual([
    { left: 0, top: 0, right: 300, bottom: 100 },
    { left: 700, top: 0, right: 1_000, bottom: 100 },
    { left: 0, top: 500, right: 300, bottom: 600 },
    { left: 700, top: 500, right: 1_000, bottom: 600 },
    { left: 0, top: 250, right: 300, bottom: 350 },
    { left: 700, top: 250, right: 1_000, bottom: 350 },
  ]);
});

it("hides nothing of what it speaks of", () => {
  const hand = { left: 0, top: 500, right: 1_000, bottom: 600 };
  const rivals = { left: 0, top: 0, right: 600, bottom: 90 };
  expect(freest(room, size, { target: null, taps: [] })).toBe("top-left");
  expect(freest(room, size, { target: rivals, taps: [hand] })).toBe("top-right");
});

it("stays where it is while it hides nothing there", () => {
  expect(freest(room, size, { target: null, taps: [] }, "bottom-right")).toBe("bottom-right");
});

it("goes to the middle of a phone when the doors above and the cards below can be tapped", () => {
  const phone = { left: 0, top: 0, right: 344, bottom: 700 };
  const hand = { left: 0, top: 560, right: 344, bottom: 700 };
  const doors = { left: 0, top: 0, right: 344, bottom: 250 };
  expect(freest(phone, { width: 344, height: 120 }, { target: hand, taps: [hand, doors] })).toBe("middle-left");
});

it("finds the gap between what is to be seen, and the smallest loss where there is none", () => {
  const above = { left: 0, top: 0, right: 1_000, bottom: 237 };
  const below = { left: 0, top: 350, right: 1_000, bottom: 600 };
  expect(clearest(room, size, {})).toEqual({ left: 700, top: 0, right: 1_000, bottom: 100 });
  expect(clearest(room, size, { rest: [above, below] })).toEqual({ left: 700, top: 240, right: 1_000, bottom: 340 });
  expect(clearest(room, { width: 300, height: 130 }, { rest: [above, below] }).top).toBe(224);
  expect(clearest(room, { width: 300, height: 130 }, { subject: [above], rest: [below] }).top).toBe(240);
  expect(clearest(room, { width: 1_000, height: 700 }, { subject: [above] })).toMatchObject({ left: 0, top: 0 });
});

it("hides no target of a tap while it can hide something else", () => {
  const phone = { left: 6, top: 53, right: 354, bottom: 634 };
  const bubble = { width: 348, height: 124 };
  const houses = { left: 4, top: 51, right: 355, bottom: 297 };
  const own = { left: 4, top: 305, right: 355, bottom: 547 };
  const cards = { left: 13, top: 547, right: 346, bottom: 635 };
  expect(clearest(phone, bubble, { rest: [houses, own, own, cards] }).top).toBeLessThan(200);
  expect(clearest(phone, bubble, { taps: [houses, cards], rest: [own, own] }).top).toBe(301);
});
