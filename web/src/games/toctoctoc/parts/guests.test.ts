// @vitest-environment node
import { expect, it } from "vitest";

import type { ToctoctocHouse } from "../../../protocol";
import { offerOf, offersIn } from "../offers";
import { dancersOf, partyOf, queue, seated } from "./guests";

const house = (seat: number, ghosts: number, brutes = 0, scarecrows = 0): ToctoctocHouse => ({
  seat,
  party: [{ creature: "ghost", plain: ghosts, brutes, musicians: 0 }],
  scarecrows,
  score: 0,
  cards_in_hand: 5,
});

it("seats everybody of a party", () => {
  expect(partyOf(house(0, 2, 1, 1))).toEqual(["plain-ghost", "plain-ghost", "brute-ghost", "scarecrow"]);
});

it("lets one of each kind dance at the feast, musicians and scarecrows, too", () => {
  const full: ToctoctocHouse = {
    ...house(0, 6, 1, 1),
    party: [
      { creature: "monster", plain: 5, brutes: 0, musicians: 1 },
      { creature: "ghost", plain: 6, brutes: 1, musicians: 0 },
    ],
  };
  const specials = ["musician-monster", "brute-ghost", "scarecrow"];
  expect(dancersOf(full, 7)).toHaveLength(7);
  expect(dancersOf(full, 7)).toEqual(expect.arrayContaining([...specials, "plain-monster", "plain-ghost"]));
  expect(dancersOf(full, 3)).toEqual(specials);
  expect(dancersOf(house(0, 2), 7)).toEqual(["plain-ghost", "plain-ghost"]);
});

it("knows again who stays, who moves, who comes and who leaves", () => {
  const before = seated([], [house(0, 2), house(1, 1)]);
  const ids = before.map((guest) => guest.id);
  expect(new Set(ids).size).toBe(3);

  const moved = seated(before, [house(0, 1), house(1, 2)]);
  expect(moved.map((guest) => guest.id).sort()).toEqual(ids.sort());
  expect(moved.filter((guest) => guest.from === "party")).toMatchObject([{ seat: 1 }]);

  const joined = seated(moved, [house(0, 1, 1), house(1, 0)]);
  expect(joined).toMatchObject([
    { card: "plain-ghost", seat: 0 },
    { card: "brute-ghost", seat: 0, from: "door" },
  ]);
  expect(ids).not.toContain(joined[1]!.id);
});

it("lines guests up, those of another rank with more room", () => {
  const guests = seated([], [house(0, 2, 1)]);
  const { heights, cards } = queue(guests);
  expect(heights[0]).toBe(1);
  expect(heights.at(-1)).toBeCloseTo(0);
  expect(heights[0]! - heights[1]!).toBeLessThan(heights[1]! - heights[2]!);
  expect(cards).toBeCloseTo(0.38);
  expect(queue([])).toEqual({ heights: [], cards: 0 });
});

it("reads offers", () => {
  const offers = offersIn(["offer taxi to 1", "offer taxi to 3", "open"]);
  expect([...offers]).toEqual([["taxi", [1, 3]]]);
  expect(offerOf("offer brute-ghost to 2")).toEqual({ is: "Offer", card: "brute-ghost", to: 2 });
  expect(offerOf("open")).toBeNull();
});
