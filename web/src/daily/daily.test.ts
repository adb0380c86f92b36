import { beforeAll, beforeEach, expect, test } from "vitest";

import { speak } from "../lang/language.svelte";
import { digest } from "../live/shuffle";
import { SIZE } from "../picture/layout";
import type { Daily, DailyBefore, DailyBots, DailyGame } from "../protocol";
import { bars } from "./bars";
import { layOutDaily } from "./picture";
import { fitOf, keepSeals } from "./seals";
import { lineOf, standing, timeLeft } from "./words";

const SECRET = "0f".repeat(32);
const SEAL = digest(SECRET);
const MINE = { code: "hibou-lampe-42", score: 17, place: 2, worse: 3, equal: 1 };

const dealt = (facts: Partial<DailyGame>) =>
  ({ game: "toctoctoc", players: 4, played: 1, mine: MINE, ...facts }) as DailyGame & { mine: typeof MINE };

beforeAll(() => speak("en"));
beforeEach(() => localStorage.clear());

test("a curve has a bar for every score, with none left out, and marks one's own", () => {
  expect(bars({ scores: [3, 5], counts: [1, 4] }, 5)).toEqual([
    { from: 3, to: 3, count: 1, isMine: false },
    { from: 4, to: 4, count: 0, isMine: false },
    { from: 5, to: 5, count: 4, isMine: true },
  ]);
  expect(bars({ scores: [], counts: [] }, null)).toEqual([]);
});

test("C24: where few points are good, they come last", () => {
  expect(bars({ scores: [9, 8], counts: [2, 1] }, null).map(({ from }) => from)).toEqual([9, 8]);
});

test("scores that lie far apart share bars, and nobody is lost", () => {
  const scores = [-20, 0, 7, 55, 120];
  const found = bars({ scores, counts: [1, 2, 3, 4, 5] }, 55);
  expect(found.length).toBeLessThanOrEqual(15);
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(15);
  expect(found.filter(({ isMine }) => isMine)).toHaveLength(1);
});

test("the time until the next deal is said in hours and minutes, and is never over", () => {
  expect([18720, 3600, 61, 5, -3].map(timeLeft)).toEqual(["5 h 12 min", "1 h 0 min", "2 min", "1 min", "1 min"]);
});

test("a result is told as a line without a name, also when nobody else has played", () => {
  const line = "Toc Toc Toc!, the daily deal of 16 November 2026: Rank 2 of 4, 17 points.";
  expect(lineOf(dealt({ played: 1 }), "2026-11-16", 1)).toBe(line);
  expect(lineOf(dealt({ played: 8, bots: {} }), "2026-11-16", 9)).toBe(`${line} 3 of 7 did worse.`);
  expect(standing(MINE, 1)).toBe("Nobody else has finished it yet. Come back later.");
  expect(standing(MINE, 8)).toBe("3 of 7 did worse. 1 did just as well.");
});

test("where bots have played, the line is in signs, and tells nothing of the cards", () => {
  const line = (bots: DailyBots, streak: number) => lineOf(dealt({ bots }), "2026-11-16", streak).split("\n")[1];
  expect(lineOf(dealt({ bots: { tries: 100, worse: 71 } }), "2026-11-16", 3)).toBe(
    "Toc Toc Toc!, the daily deal of 16 November 2026\n👻👻👻👻👻👻👻🌑🌑🌑 71/100 · 🥈2/4 · 🔥3",
  );
  expect(line({ tries: 100 }, 1)).toBe(`${"🌑".repeat(10)} 0/100 · 🥈2/4`);
  expect(line({ tries: 100, worse: 100 }, 1)).toBe(`${"👻".repeat(10)} 100/100 · 🥈2/4`);
});

const shown = (day: string, commitment: string, next_commitment: string) =>
  keepSeals({ day, games: [{ game: "escalier", commitment, next_commitment }] } as Daily);
const opened = (secret: string, commitment = digest(secret)) =>
  fitOf("escalier", { day: "2026-12-01", commitment, secret } as DailyBefore);

test("an opened secret is compared with the seal that this device was shown", () => {
  expect(opened(SECRET)).toBe("fits");
  shown("2026-12-01", SEAL, "ab");
  expect(opened(SECRET)).toBe("late");
  localStorage.clear();
  shown("2026-11-30", "ab", SEAL);
  shown("2026-12-01", "exchanged", "cd");
  expect(opened(SECRET)).toBe("early");
});

test("a secret that does not fit its seal, or another seal than the one that was shown, is told", () => {
  expect(opened(SECRET, "00".repeat(32))).toBe("wrong");
  shown("2026-11-30", "ab", SEAL);
  expect(opened("1e".repeat(32))).toBe("wrong");
});

test.each([1, 5, 15])("all of a picture with %i bars is inside of it", (many) => {
  const all = Array.from({ length: many }, (_, nth) => ({
    ...{ from: 100 + nth * 3, to: 102 + nth * 3, count: nth % 4, isMine: nth === 0 },
  }));
  const texts = { title: "T", headline: "H", standing: "S", date: "D" };
  const marks = layOutDaily({ game: "escalier", ...texts, bars: all });
  const panels = marks.filter((mark) => mark.is === "panel");
  for (const { x, y, width, height } of panels) {
    expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(SIZE.width);
    expect(y + height).toBeLessThanOrEqual(SIZE.height);
  }
  expect(panels.filter(({ fill }) => fill === "glow")).toHaveLength(1);
});
