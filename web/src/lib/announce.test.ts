// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import {
  ABOUT_YOU,
  announce,
  announcement,
  ask,
  COMMON,
  FOR_YOU,
  forgetPrivate,
  hush,
  rest,
  tell,
  wordsIn,
} from "./announce.svelte";

import { settings } from "./settings.svelte";

const words = (n: number, word: string) => `${Array(n).fill(word).join(" ")}.`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  settings.pace = "normal";
  hush();
  vi.useRealTimers();
});

/** What is said in so many milliseconds, with the second in which it is. */
function heard(milliseconds: number): string[] {
  const said: string[] = [];
  let before = announcement.text;
  for (let at = 0; at < milliseconds; at += 50) {
    vi.advanceTimersByTime(50);
    if (announcement.text !== before && announcement.text !== "") said.push(announcement.text);
    before = announcement.text;
  }
  return said;
}

test("what comes together is one text, the question last", () => {
  ask("Your turn. Do you draw or knock?");
  tell([{ text: "Ben passes.", weight: COMMON }]);
  expect(heard(1_000)).toEqual(["Ben passes. Your turn. Do you draw or knock?"]);
});

test("the same can be heard turn after turn: nothing of the last one is left", () => {
  ask("Your turn.");
  heard(1_000);
  heard(2_000);
  expect(announcement.text).toBe("");
  ask("Your turn.");
  expect(heard(1_000)).toEqual(["Your turn."]);
});

test("news wait until what was said before could be heard", () => {
  tell([{ text: words(12, "first"), weight: COMMON }]);
  expect(heard(1_000)).toHaveLength(1);
  tell([{ text: "Ben passes.", weight: COMMON }]);
  expect(heard(3_500)).toEqual([]);
  expect(heard(2_000)).toEqual(["Ben passes."]);
});

test("where the table goes slowly, the voice does too", () => {
  settings.pace = "slow";
  tell([{ text: words(12, "first"), weight: COMMON }]);
  expect(heard(1_000)).toHaveLength(1);
  heard(3_000);
  expect(announcement.text).toContain("first"); // as long as a peek lasts here
  tell([{ text: "Ben passes.", weight: COMMON }]);
  expect(heard(4_500)).toEqual([]);
  expect(heard(2_000)).toEqual(["Ben passes."]);
});

test("a question waits for nothing, and so does what one alone is shown", () => {
  tell([{ text: words(20, "first"), weight: COMMON }]);
  heard(500);
  ask("Do you open?");
  expect(heard(300)).toEqual(["Do you open?"]);
  tell([{ text: "Your card 2 is a 7.", weight: FOR_YOU }]);
  expect(heard(300)).toEqual(["Your card 2 is a 7."]);
});

test("of too much the older and the less important is left out, the question never", () => {
  tell([
    { text: words(9, "old"), weight: COMMON },
    { text: words(6, "yours"), weight: ABOUT_YOU },
    { text: words(9, "new"), weight: COMMON },
  ]);
  ask("Do you open?");
  expect(heard(1_000)).toEqual([`${words(6, "yours")} ${words(9, "new")} Do you open?`]);
});

test("whoever answers before anything can be heard is called in two words", () => {
  const said = [...Array(20)].flatMap(() => {
    ask("Riddle: which child is on white?", "Your turn");
    return heard(1_000);
  });
  expect(said).toHaveLength(20);
  expect(said[0]).toBe("Riddle: which child is on white?");
  expect(said.slice(-2).map((text) => text.trim())).toEqual(["Your turn", "Your turn"]);
  expect(said.map(wordsIn).reduce((sum, n) => sum + n)).toBeLessThanOrEqual(20 * 2.1 + 20 + 6);
});

test("what the table shows only for a moment is said now or never", () => {
  tell([{ text: words(12, "first"), weight: COMMON }]);
  heard(500);
  tell([{ text: "Ben looks at card 2.", weight: COMMON, isBrief: true }]);
  expect(heard(10_000)).toEqual([]);
});

test("a question that a show interrupts is not said again, but one that nobody could hear is", () => {
  ask("Do you have a 9? Throw it!");
  expect(heard(1_000)).toHaveLength(1);
  rest();
  expect(announcement.text).toBe("");
  tell([{ text: "Ben throws an 8: wrong!", weight: COMMON }]);
  ask("Do you have a 9? Throw it!");
  expect(heard(9_000)).toEqual(["Ben throws an 8: wrong!"]);
  ask("");
  ask("Do you have a 9? Throw it!");
  rest(); // at once: it was not said
  ask("Do you have a 9? Throw it!");
  expect(heard(1_000)).toHaveLength(1);
});

test("a question that was answered before it could be said is not said", () => {
  ask("Do you open?");
  ask("");
  expect(heard(1_000)).toEqual([]);
});

test("when the device changes hands nothing is said any more of what was to be said", () => {
  announce("Your card 2 is a 7.");
  heard(300);
  tell([{ text: "Ben passes.", weight: COMMON }]);
  hush();
  expect(announcement.text).toBe("");
  expect(heard(5_000)).toEqual([]);
});

test("a question that is over can not be read back", () => {
  ask("Do you have a 13? Throw it!");
  heard(300);
  ask("");
  expect(announcement.text).toBe("");
});

test("nothing of a peek is left once it was seen", () => {
  tell([{ text: "Your card 2 is a 7.", weight: FOR_YOU, isPrivate: true }]);
  ask("Your turn.");
  heard(300);
  expect(announcement.text).toContain("is a 7");
  forgetPrivate();
  expect(announcement.text).toBe("");
  tell([{ text: "Your card 3 is a 9.", weight: FOR_YOU, isPrivate: true }]);
  forgetPrivate();
  tell([{ text: "Ben passes.", weight: COMMON }]);
  expect(heard(10_000)).toEqual(["Ben passes."]);
  forgetPrivate();
});

test("words are counted as they are spoken", () => {
  expect(wordsIn("Anna\u00a0: 2 cartes – c’est tout !")).toBe(5);
});
