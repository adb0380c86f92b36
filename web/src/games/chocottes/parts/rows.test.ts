// @vitest-environment node
import { expect, test } from "vitest";

import { fit, follow, sized, sizesBefore } from "./rows";

test.each([
  [4, 340, 120, 4],
  [8, 340, 200, 4],
  [12, 340, 200, 6],
])("%i cards in %i × %i pixels stay inside", (cards, width, height, columns) => {
  const size = fit(cards, width, height, 150, 56);
  expect(size.columns).toBe(columns);
  expect(size.columns * size.width).toBeLessThanOrEqual(width);
  expect(Math.ceil(cards / size.columns) * size.height).toBeLessThanOrEqual(height);
});

test("C5 a row closes up, and a card received goes to its right end", () => {
  const before = sized([], [3, 2]);
  const { ids } = follow(before, { type: "Snapped", seat: 0, place: 2, card: "4", right: true });
  expect(ids[0]).toEqual([before[0]![0], before[0]![2]]);
  const after = follow(ids, { type: "CardAdded", seat: 0 }).ids;
  expect(after[0]!.slice(0, 2)).toEqual(ids[0]);
  expect(after[0]).toHaveLength(3);
});

test("C17 exchanged cards take each other's place", () => {
  const before = sized([], [3, 2]);
  const { ids } = follow(before, { type: "Exchanged", seat: 0, place: 1, other: 1, other_place: 2 });
  expect(ids[0]![0]).toBe(before[1]![1]);
  expect(ids[1]![1]).toBe(before[0]![0]);
});

test("C5 a card that is moved pushes the others along", () => {
  const [row] = sized([], [4]) as [number[]];
  const { ids } = follow([row], { type: "Arranged", seat: 0, source: 1, target: 3 });
  expect(ids[0]).toEqual([row[1], row[2], row[0], row[3]]);
});

test("rows can be told back to where missed events began", () => {
  expect(
    sizesBefore(
      [5, 3],
      [
        { type: "CardAdded", seat: 0 },
        { type: "Reaped", seat: 1, place: 1, card: "2" },
      ],
    ),
  ).toEqual([4, 4]);
});
