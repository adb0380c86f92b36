/** The pictures tell at a glance which cards leave the game: as on the printed ones by their ground, and by a sign. */

import { expect, test } from "vitest";

import { GAMES } from "../../../protocol";

const FILES = import.meta.glob<string>("./cards/*.svg", { eager: true, query: "?raw", import: "default" });
const drawn = new Map(Object.entries(FILES).map(([file, svg]) => [file.slice("./cards/".length, -".svg".length), svg]));
const CARDS: readonly string[] = GAMES.toctoctoc.actions.Offer!.blanks!.card!.words!;

type Colour = [red: number, green: number, blue: number];

const colour = (hex: string): Colour => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Colour;

/** The colours of a card's ground, from its top to its bottom. */
function ground(svg: string): Colour[] {
  const sky = /<linearGradient id="[\w-]+-sky".*?<\/linearGradient>/.exec(svg)![0];
  return [...sky.matchAll(/stop-color="(#\w{6})"/g)].map(([, hex]) => colour(hex!));
}

const isRed = ([red, green, blue]: Colour) => red > 2 * green && red > 2 * blue;

function luminance(of: Colour): number {
  const [red, green, blue] = of.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test("every card is drawn", () => {
  expect([...drawn.keys()].sort()).toEqual([...CARDS].sort());
});

test.each(CARDS)(
  "T13 to T15: %s has a red ground only as a card that is never a guest, a sign if it leaves",
  (card) => {
    const svg = drawn.get(card)!;
    const isVisitor = card === "child" || card === "taxi"; // on red ground in the box
    expect(ground(svg)).toHaveLength(2);
    expect(ground(svg).map(isRed)).toEqual([isVisitor, isVisitor]);
    expect(svg.includes('class="leaves"')).toBe(isVisitor || card.startsWith("vamp"));
  },
);

test("the arrow of the sign, and the letter on a vampire's badge, stand out", () => {
  expect(contrast(colour("#fff4e6"), colour("#b3142f"))).toBeGreaterThan(4.5);
  expect(drawn.get("plain-vampire")).toContain('fill="#dcbcff"');
  expect(contrast(colour("#dcbcff"), colour("#0f1730"))).toBeGreaterThan(4.5);
});
