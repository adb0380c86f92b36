// @vitest-environment node
import { expect, test } from "vitest";

import { type ActionFacts, type BlankFacts, GAME_NAMES, type GameName, GAMES } from "../protocol";
import { read, readBy, readEach, write, writeBy } from "./notation";

/** All that may stand in a blank, its bounds where it is a number. */
const candidates = ({ words, least, most }: BlankFacts): readonly (string | number)[] => words ?? [least!, most!];

/** Every way to fill in a form, as a move and in words. */
function filled(is: string, { form, blanks = {} }: ActionFacts): [object, string][] {
  let ways: [Record<string, unknown>, string][] = [[{ is }, form]];
  for (const [blank, facts] of Object.entries(blanks))
    ways = ways.flatMap(([move, text]) =>
      candidates(facts).map((part): [Record<string, unknown>, string] => [
        { ...move, [blank]: part },
        text.replace(`{${blank}}`, String(part)),
      ]),
    );
  return ways;
}

const FORMS = GAME_NAMES.flatMap((game) =>
  Object.entries(GAMES[game].actions).map(([is, facts]): [GameName, string, ActionFacts] => [game, is, facts]),
);

test.each(FORMS)("%s: %s is read and written in every way in which it can be said", (game, is, facts) => {
  for (const [move, action] of filled(is, facts)) {
    expect(read(game, action)).toEqual(move);
    expect(write(game, move as never)).toBe(action);
  }
});

test("what no form of the game says is not read", () => {
  for (const text of ["", "open", "draw now", "look 0", "look 100", "look 1.0", "look 01", "look -1", "look one"])
    expect(read("chocottes", text)).toBeNull();
  for (const text of ["offer wolf to 1", "offer taxi to 5", "offer taxi at 1", "offer taxi to", "Open"])
    expect(read("toctoctoc", text)).toBeNull();
});

test("the moves of one kind have its parts", () => {
  const legal = ["decline", "ask 1 about red", "ask 2 about white", "name blue"];
  expect(readEach("escalier", legal, "Ask").map(({ seat, place }) => [seat, place])).toEqual([
    [1, "red"],
    [2, "white"],
  ]);
  expect(readEach("escalier", legal, "Swap")).toEqual([]);
});

test("a game that the page has never heard of is read by its facts", () => {
  const blanks = { n: { kind: "number", least: 1, most: 9 }, door: { kind: "door", words: ["left", "right"] } };
  const forms = { Bid: { form: "bid {n} on {door}", blanks } };
  expect(readBy(forms, "bid 3 on left")).toEqual({ is: "Bid", n: 3, door: "left" });
  expect(readBy(forms, "bid 0 on left")).toBeNull();
  expect(writeBy(forms, { is: "Bid", n: 9, door: "right" })).toBe("bid 9 on right");
  expect(() => writeBy(forms, { is: "Fold" })).toThrow("Fold");
});
