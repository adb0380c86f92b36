// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ABOUT_YOU, announcer, COMMON, FOR_YOU, liveRegion, wordsIn } from "./announcer.svelte";
import { settings } from "../lib/settings.svelte";

const words = (n: number, word: string) => `${Array(n).fill(word).join(" ")}.`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  settings.pace = "normal";
  announcer.hush();
  vi.useRealTimers();
});

/** Return the announcements of so many milliseconds, with their seconds. */
function heard(milliseconds: number): string[] {
  const said: string[] = [];
  let before = liveRegion.text;
  for (let at = 0; at < milliseconds; at += 50) {
    vi.advanceTimersByTime(50);
    if (liveRegion.text !== before && liveRegion.text !== "") said.push(liveRegion.text);
    before = liveRegion.text;
  }
  return said;
}

test("what comes together is one text, the question last", () => {
  announcer.ask("Your turn. Do you draw or knock?");
  announcer.tell([{ text: "Ben passes.", weight: COMMON }]);
  expect(heard(1_000)).toEqual(["Ben passes. Your turn. Do you draw or knock?"]);
});

test("the same can be heard turn after turn: nothing of the last one is left", () => {
  announcer.ask("Your turn.");
  heard(1_000);
  heard(2_000);
  expect(liveRegion.text).toBe("");
  announcer.ask("Your turn.");
  expect(heard(1_000)).toEqual(["Your turn."]);
});

test("news wait until what was said before could be heard", () => {
  announcer.tell([{ text: words(12, "first"), weight: COMMON }]);
  expect(heard(1_000)).toHaveLength(1);
  announcer.tell([{ text: "Ben passes.", weight: COMMON }]);
  expect(heard(3_500)).toEqual([]);
  expect(heard(2_000)).toEqual(["Ben passes."]);
});

test("where the table goes slowly, the voice does too", () => {
  settings.pace = "slow";
  announcer.tell([{ text: words(12, "first"), weight: COMMON }]);
  expect(heard(1_000)).toHaveLength(1);
  heard(3_000);
  expect(liveRegion.text).toContain("first"); // as long as a peek lasts here
  announcer.tell([{ text: "Ben passes.", weight: COMMON }]);
  expect(heard(4_500)).toEqual([]);
  expect(heard(2_000)).toEqual(["Ben passes."]);
});

test("a question waits for nothing, and so does what one alone is shown", () => {
  announcer.tell([{ text: words(20, "first"), weight: COMMON }]);
  heard(500);
  announcer.ask("Do you open?");
  expect(heard(300)).toEqual(["Do you open?"]);
  announcer.tell([{ text: "Your card 2 is a 7.", weight: FOR_YOU }]);
  expect(heard(300)).toEqual(["Your card 2 is a 7."]);
});

test("of too much the older and the less important is left out, the question never", () => {
  announcer.tell([
    { text: words(9, "old"), weight: COMMON },
    { text: words(6, "yours"), weight: ABOUT_YOU },
    { text: words(9, "new"), weight: COMMON },
  ]);
  announcer.ask("Do you open?");
  expect(heard(1_000)).toEqual([`${words(6, "yours")} ${words(9, "new")} Do you open?`]);
});

test("whoever answers before anything can be heard is called in two words", () => {
  const said = [...Array(20)].flatMap(() => {
    announcer.ask("Riddle: which child is on white?", "Your turn");
    return heard(1_000);
  });
  expect(said).toHaveLength(20);
  expect(said[0]).toBe("Riddle: which child is on white?");
  expect(said.slice(-2).map((text) => text.trim())).toEqual(["Your turn", "Your turn"]);
  expect(said.map(wordsIn).reduce((sum, n) => sum + n)).toBeLessThanOrEqual(20 * 2.1 + 20 + 6);
});

test("what the table shows only for a moment is said now or never", () => {
  announcer.tell([{ text: words(12, "first"), weight: COMMON }]);
  heard(500);
  announcer.tell([{ text: "Ben looks at card 2.", weight: COMMON, isBrief: true }]);
  expect(heard(10_000)).toEqual([]);
});

test("a question that a show interrupts is not said again, but one that nobody could hear is", () => {
  announcer.ask("Do you have a 9? Throw it!");
  expect(heard(1_000)).toHaveLength(1);
  announcer.rest();
  expect(liveRegion.text).toBe("");
  announcer.tell([{ text: "Ben throws an 8: wrong!", weight: COMMON }]);
  announcer.ask("Do you have a 9? Throw it!");
  expect(heard(9_000)).toEqual(["Ben throws an 8: wrong!"]);
  announcer.ask("");
  announcer.ask("Do you have a 9? Throw it!");
  announcer.rest(); // at once: it was not said
  announcer.ask("Do you have a 9? Throw it!");
  expect(heard(1_000)).toHaveLength(1);
});

test("a question that was answered before it could be said is not said", () => {
  announcer.ask("Do you open?");
  announcer.ask("");
  expect(heard(1_000)).toEqual([]);
});

test("when the device changes hands nothing is said any more of what was to be said", () => {
  announcer.announce("Your card 2 is a 7.");
  heard(300);
  announcer.tell([{ text: "Ben passes.", weight: COMMON }]);
  announcer.hush();
  expect(liveRegion.text).toBe("");
  expect(heard(5_000)).toEqual([]);
});

test("a question that is over can not be read back", () => {
  announcer.ask("Do you have a 13? Throw it!");
  heard(300);
  announcer.ask("");
  expect(liveRegion.text).toBe("");
});

test("nothing of a peek is left once it was seen", () => {
  announcer.tell([{ text: "Your card 2 is a 7.", weight: FOR_YOU, isPrivate: true }]);
  announcer.ask("Your turn.");
  heard(300);
  expect(liveRegion.text).toContain("is a 7");
  announcer.forgetPrivate();
  expect(liveRegion.text).toBe("");
  announcer.tell([{ text: "Your card 3 is a 9.", weight: FOR_YOU, isPrivate: true }]);
  announcer.forgetPrivate();
  announcer.tell([{ text: "Ben passes.", weight: COMMON }]);
  expect(heard(10_000)).toEqual(["Ben passes."]);
  announcer.forgetPrivate();
});

test("words are counted as they are spoken", () => {
  expect(wordsIn("Anna\u00a0: 2 cartes – c’est tout !")).toBe(5);
});
