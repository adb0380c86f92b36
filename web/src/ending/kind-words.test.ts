// @vitest-environment node
import { expect, test } from "vitest";

import { kindWords } from "./kind-words";

const kind = (game: string, scores: number[], winners: number[], mine = [0], number = 1) =>
  kindWords(game, { scores, winners }, mine, number)?.key.split(".")[2] ?? null;

test("winners and spectators need no consolation", () => {
  expect(kind("toctoctoc", [12, 9, 9], [0])).toBe(null);
  expect(kind("toctoctoc", [12, 12, 9], [0, 1])).toBe(null);
  expect(kind("toctoctoc", [9, 12, 9], [1], [])).toBe(null);
  expect(kind("toctoctoc", [9, 12, 9], [1], [3])).toBe(null); // a chair of the next game
});

test("the others are told how close it was", () => {
  expect(kind("toctoctoc", [10, 12, 9], [1])).toBe("close");
  expect(kind("toctoctoc", [14, 20, 9], [1])).toBe("second");
  expect(kind("toctoctoc", [14, 20, 16], [1])).toBe("fight");
  expect(kind("escalier", [14, 42], [1])).toBe("next");
  expect(kindWords("escalier", { scores: [26, 28], winners: [1] }, [0], 1)!.gap).toBe(2);
});

test("C24, C25: few points are good, and an exact fifty beats the lowest total", () => {
  expect(kind("chocottes", [36, 33, 50], [1])).toBe("close");
  expect(kind("chocottes", [55, 20], [1])).toBe("next");
  expect(kind("chocottes", [12, 50], [1])).toBe("twist");
});

test("several people at one device are praised together", () => {
  expect(kind("escalier", [28, 28], [0], [0, 1])).toBe("together");
});

test("another game has another text, and a reload the same", () => {
  const text = (number: number) => kindWords("escalier", { scores: [26, 28], winners: [1] }, [0], number)!.key;
  expect(new Set([1, 2, 3].map(text)).size).toBe(3);
  expect(text(2)).toBe(text(2));
});
