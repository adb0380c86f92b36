// @vitest-environment node
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";

import page from "../../../docs/reference/record.md?raw";
import { SeededRandom, seedMessage, seedOf } from "./seeded-random";
import type { Fair } from "./record";

interface Example {
  message: string;
  seed: string;
  words: number[];
  picks: [n: number, picked: number, drawn: number][];
}

/** The page's own example: a secret, and the numbers that follow from it. */
const [opened, example] = [...page.matchAll(/```json\n(.*?)```/gs)].slice(1).map(([, block]) => block!);
const { fair } = JSON.parse(`{${opened}}`) as { fair: Fair };
const { message, seed, words, picks } = JSON.parse(example!) as Example;
const parts = fair.seats.map(({ part }) => (part === undefined ? null : hexToBytes(part)));

test("the seed is made as the page says, byte by byte", () => {
  expect(bytesToHex(seedMessage(fair.number, parts))).toBe(message);
  expect(bytesToHex(seedOf(hexToBytes(fair.secret), fair.number, parts))).toBe(seed);
});

test("the words are those of the page", () => {
  const dice = new SeededRandom(hexToBytes(seed));
  expect(words.map(() => dice.pick(2 ** 32))).toEqual(words);
});

test("the picks are those of the page, and pass over the same words", () => {
  const dice = new SeededRandom(hexToBytes(seed));
  expect(picks.map(([n]) => [n, dice.pick(n), dice.drawn])).toEqual(picks);
});
