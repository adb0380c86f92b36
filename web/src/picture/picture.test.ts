import { beforeAll, expect, test } from "vitest";

import { spoils as rows } from "../games/chocottes/spoils";
import { spoils as piles } from "../games/escalier/spoils";
import type { GameClient } from "../games/game";
import { spoils as parties } from "../games/toctoctoc/spoils";
import { speak } from "../lang/language.svelte";
import { learnFacts } from "../model/facts";
import type { Any, GameName } from "../model/scene";
import { GAMES } from "../protocol";
import { endOf, lineOf, type Row } from "./end";
import { layOut, type Mark, SIZE } from "./layout";

const ANNA = { kind: "person" as const, name: "Anna", avatar: "cat" as const };
const BOT = { kind: "bot" as const, name: "comte", bot: "comte", nth: 0 };
const file = (path: string) => path.split("/").at(-1);
const SPOILS = { toctoctoc: parties, chocottes: rows, escalier: piles } as Record<string, GameClient["spoils"]>;
const end = (game: string, view: object) =>
  endOf(game as GameName, view as Any<"view">, [ANNA, BOT], SPOILS[game], new Date(2026, 10, 16));

beforeAll(() => speak("en"));

test("everybody has a place, a name, points and a level; the headline says who has won", () => {
  const { title, headline, date, rows } = end("escalier", { scores: [3, 17], winners: [1] });
  expect([title, headline, date]).toEqual(["The Haunted Staircase", "Vlad wins!", "16 November 2026"]);
  expect(rows.map(({ seat, place, name, counted, level }) => [seat, place, name, counted, level])).toEqual([
    [1, 1, "Vlad", "17 cards", 5],
    [0, 2, "Anna", "3 cards", null],
  ]);
});

test("as a line it can be sent anywhere", () => {
  const line = lineOf(end("escalier", { scores: [3, 17], winners: [1] }));
  expect(line).toBe("The Haunted Staircase 👑 Vlad 17 · Anna 3");
});

test("E11: of the staircase it shows a pile for each, as high as it is", () => {
  const { rows } = end("escalier", { scores: [3, 0], winners: [0] });
  expect(rows.map(({ spoils }) => spoils.map(({ picture, many }) => [file(picture), many]))).toEqual([
    [["back.svg", 3]],
    [],
  ]);
});

test("C23: of Toc Chocottes the rows as they lie open", () => {
  const { rows } = end("chocottes", { scores: [51, 12], winners: [1], rows: [["3", "14"], []] });
  expect(rows[1]!.spoils.map(({ picture, printed }) => [file(picture), printed?.value])).toEqual([
    ["3.svg", "3"],
    ["14.svg", "14"],
  ]);
  const hidden = end("chocottes", { scores: [51, 12], winners: [1], rows: null });
  expect(hidden.rows.flatMap(({ spoils }) => spoils)).toEqual([]);
});

test("T21: of Toc Toc Toc! the parties, and what each guest counts", () => {
  const party = [
    { creature: "ghost", plain: 2, brutes: 0, musicians: 1 },
    { creature: "vampire", plain: 0, brutes: 0, musicians: 0 },
    { creature: "monster", plain: 0, brutes: 1, musicians: 0 },
  ];
  const houses = [{ party, scarecrows: 1 }, { party: [], scarecrows: 0 }]; // prettier-ignore
  const { rows } = end("toctoctoc", { scores: [10, 0], winners: [0], houses });
  expect(rows[0]!.spoils.map(({ picture, text }) => [file(picture), text])).toEqual([
    ["musician-ghost.svg", "3 × 2"],
    ["plain-monster.svg", "1 × 1"],
    ["scarecrow.svg", "1 × 3"],
  ]);
});

test("a game of another package has places and points", () => {
  learnFacts([{ ...GAMES.escalier, name: "ghosts", title: "Ghosts", counts: "points" }]);
  const { title, rows } = end("ghosts", { scores: [3, 17], winners: [1] });
  expect(title).toBe("ghosts");
  expect(rows.map(({ counted, spoils }) => [counted, spoils])).toEqual([
    ["17 points", []],
    ["3 points", []],
  ]);
});

test("it carries the address at which others find the game, beside the date", () => {
  const marks = layOut(end("escalier", { scores: [3, 17], winners: [1] }), "toctoc.example/r/owl-lamp-42/1");
  const foot = marks.filter((mark) => mark.is === "text").slice(-2);
  expect(foot.map(({ text }) => text)).toEqual(["toctoc.example/r/owl-lamp-42/1", "16 November 2026"]);
  const [address, date] = foot as [(typeof foot)[0], (typeof foot)[0]];
  expect(address.size).toBeGreaterThanOrEqual(36); // of 1080 pixels: legible on a phone
  expect(address.x + address.width).toBeLessThanOrEqual(date.x - date.width);
});

test.each([2, 3, 4, 5, 8])("all of it is inside the picture, for %i players", (players) => {
  const row = (seat: number): Row => ({
    ...{ seat, place: seat + 1, name: "W".repeat(20), level: 3, face: "face.svg", score: 9, counted: "9 points" },
    spoils:
      seat === 0
        ? [{ picture: "back.svg", many: 56 }]
        : Array.from({ length: 4 }, (_, nth) => ({ picture: `${nth}.svg`, text: "12 × 2" })),
  });
  const rows = Array.from({ length: players }, (_, seat) => row(seat));
  const marks = layOut({ cover: "cover.svg", title: "T", headline: "H", date: "D", rows });
  expect(marks.slice(1).filter((mark) => !isInside(mark))).toEqual([]); // the picture on the box is cut
  const panels = marks.filter((mark) => mark.is === "panel").filter(({ stroke, width }) => stroke && width > 100);
  expect(panels).toHaveLength(players);
  panels.slice(1).forEach(({ y }, at) => expect(y).toBeGreaterThan(panels[at]!.y + panels[at]!.height));
});

function isInside(mark: Mark): boolean {
  if (mark.is === "text") return mark.x >= 0 && mark.x <= SIZE.width && mark.y > 0 && mark.y < SIZE.height;
  const [width, height] = mark.is === "icon" ? [mark.size, mark.size] : [mark.width, mark.height];
  return mark.x >= 0 && mark.y >= 0 && mark.x + width <= SIZE.width + 0.5 && mark.y + height <= SIZE.height + 0.5;
}
