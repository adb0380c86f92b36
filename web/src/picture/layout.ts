/** Lays out a picture of the end, upright as a phone; `paint.ts` draws it. */

import { href } from "../lib/site";
import type { IconName } from "../ui/icons";
import type { Spoil } from "../games/game";
import type { End, Row } from "./end";

/** A colour of the page, by its name there: `lamp`, `seat-2`. */
export type Colour = string;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Mark =
  /** fills its box, cut if its form is another */
  | ({ is: "picture"; src: string; round?: true } & Box)
  /** darkens the background towards its lower edge */
  | ({ is: "veil" } & Box)
  | ({ is: "panel"; fill: Colour; stroke: Colour | null; radius: number } & Box)
  | { is: "icon"; name: IconName; x: number; y: number; size: number; colour: Colour }
  /** on a line at `y`; written smaller where it is wider than `width` */
  | ({ is: "text"; text: string; x: number; y: number; align: Align } & Style);

type Align = "left" | "center" | "right";

interface Style {
  width: number;
  size: number;
  colour: Colour;
  align?: Align;
  isStruck?: true;
}

export const SIZE = { width: 1080, height: 1350 };
export const MARGIN = 44;
const FOOT_HEIGHT = 104;
const ROW_GAP = 16;
const MIN_HEAD_HEIGHT = 385; // at least
const MAX_ROW_HEIGHT = 226; // at most
const CARD_RATIO = 200 / 280; // of a card, width to height
const FANNED_SHARE = 0.24; // of a card that is seen below the next one of a pile
const LABEL_SHARE = 0.38; // letters beside a card, by its height
const LETTER_RATIO = 0.6; // how wide one is, by its height
const COVER_HEIGHT = SIZE.width * 0.75; // how high the picture on the box is
const FACES_SHARE = 0.58; // where on it they are
const TITLE_HEIGHT = 150; // of the head, for its text

/** Lay out the end of a game; `address` is where others find it. */
export function layOut({ cover, title, headline, date, rows }: End, address = ""): Mark[] {
  const room = SIZE.height - MIN_HEAD_HEIGHT - FOOT_HEIGHT - ROW_GAP * rows.length;
  const height = Math.min(MAX_ROW_HEIGHT, Math.floor(room / rows.length));
  const top = SIZE.height - FOOT_HEIGHT - (height + ROW_GAP) * rows.length;
  return [
    ...headOf({ cover, title, headline }, top),
    ...rows.flatMap((row, at) => rowAt(row, top + at * (height + ROW_GAP), height)),
    ...foot(date, address),
  ];
}

/** Return the picture on the box, and below, down to `top`, its text. */
export function headOf({ cover, title, headline }: Pick<End, "cover" | "title" | "headline">, top: number): Mark[] {
  const wide = { x: 0, width: SIZE.width };
  const centred = { x: SIZE.width / 2, width: SIZE.width - 2 * MARGIN, align: "center" as const };
  return [
    { is: "picture", src: cover, y: coverAt(top), height: COVER_HEIGHT, ...wide },
    { is: "veil", y: top - 2 * TITLE_HEIGHT, height: 2 * TITLE_HEIGHT, ...wide },
    { is: "panel", y: top, height: SIZE.height - top, radius: 0, fill: "night", stroke: null, ...wide },
    { is: "text", text: title, y: top - 116, size: 46, colour: "sheet", ...centred },
    { is: "text", text: headline, y: top - 36, size: 74, colour: "lamp", ...centred },
  ];
}

/** Return the top of the picture on the box: its faces are in the middle of the part above the title. */
function coverAt(top: number): number {
  return Math.min(0, Math.max((top - TITLE_HEIGHT) / 2 - COVER_HEIGHT * FACES_SHARE, top - COVER_HEIGHT));
}

function rowAt({ seat, place, name, level, face, counted, spoils }: Row, y: number, height: number): Mark[] {
  const width = SIZE.width - 2 * MARGIN;
  const middle = y + height / 2;
  const side = Math.min(height - 36, 136); // of the face
  const left = MARGIN + 106;
  const text = left + side + 30;
  const right = SIZE.width - MARGIN - 34;
  const high = y + (height < 190 ? 54 : 62); // a line above the cards
  const line = spoils.length > 0 ? high : middle + 16;
  const badge = { x: left + side - 26, y: middle + side / 2 - 40, width: 48, height: 48, radius: 24 };
  const cards = { x: text, y: high + 18, width: right - text, height: y + height - 14 - (high + 18) };
  return [
    panel({ x: MARGIN, y, width, height }, 40, "night", place === 1 ? "glow" : "slate"),
    place === 1
      ? { is: "icon", name: "crown", x: MARGIN + 24, y: middle - 32, size: 64, colour: "glow" }
      : written(String(place), [MARGIN + 56, middle + 20], { width: 60, size: 58, colour: "shade", align: "center" }),
    { is: "picture", src: face, x: left, y: middle - side / 2, width: side, height: side, round: true },
    ...(level === null
      ? []
      : [
          panel(badge, 24, "night", "glow"),
          written(String(level), [badge.x + 24, badge.y + 35], {
            width: 40,
            size: 30,
            colour: "lamp",
            align: "center",
          }),
        ]),
    written(name, [text, line], { width: right - text - 250, size: 50, colour: `seat-${seat}` }),
    written(counted, [right, line], { width: 230, size: 46, colour: "lamp", align: "right" }),
    ...laid(spoils, cards),
  ];
}

/** Lay cards side by side, each with its text; a pile is fanned out, and too wide a row is squeezed. */
function laid(spoils: readonly Spoil[], { x, y, width, height: most }: Box): Mark[] {
  const labelled = spoils.some(({ text }) => text !== undefined);
  const natural = spoils.reduce((sum, spoil) => sum + widthOf(spoil, most), 0);
  const height = labelled ? Math.floor(most * Math.min(1, width / natural)) : most; // words must not overlap
  const card = height * CARD_RATIO;
  const cards = spoils.flatMap((spoil) =>
    Array.from({ length: spoil.many ?? 1 }, (_, nth) => ({
      ...spoil,
      step: nth < (spoil.many ?? 1) - 1 ? card * FANNED_SHARE : widthOf({ ...spoil, many: 1 }, height),
    })),
  );
  const needed = cards.slice(0, -1).reduce((sum, { step }) => sum + step, 0);
  const squeeze = labelled ? 1 : Math.min(1, (width - card) / Math.max(1, needed));
  let at = x;
  return cards.flatMap((one, nth) => {
    const box = { x: at, y: y + (most - height) / 2, width: card, height };
    at += one.step * squeeze;
    const isLast = cards[nth + 1]?.picture !== one.picture;
    return [{ is: "picture", src: one.picture, ...box }, ...onCard(one, box), ...(isLast ? besideCard(one, box) : [])];
  });
}

/** Return the width of some cards, fanned out, with the text beside them and the space up to the next ones. */
function widthOf({ many = 1, text }: Spoil, height: number): number {
  const card = height * CARD_RATIO * (1 + FANNED_SHARE * (many - 1));
  return text === undefined ? card + 10 : card + height * (0.34 + LETTER_RATIO * LABEL_SHARE * text.length);
}

function onCard({ printed }: Spoil, { x, y, width, height }: Box): Mark[] {
  if (!printed) return [];
  const { value, isStruck } = printed;
  const size = width * (value.length > 1 ? 0.18 : 0.21);
  const style: Style = { width, size, colour: "ink", align: "center", ...(isStruck && { isStruck }) };
  return [0.19, 0.81].map((right, low) =>
    written(value, [x + width * right, y + height * (low ? 0.857 : 0.143) + size * 0.36], style),
  );
}

function besideCard({ text }: Spoil, { x, y, width, height }: Box): Mark[] {
  if (text === undefined) return [];
  const style = { width: height * 2, size: height * LABEL_SHARE, colour: "sheet" };
  return [written(text, [x + width + height * 0.12, y + height * (0.5 + LABEL_SHARE * 0.36)], style)];
}

export function foot(date: string, address = ""): Mark[] {
  const y = SIZE.height - FOOT_HEIGHT;
  const name = address || "Toctoc";
  return [
    { is: "picture", src: href("/icon.svg"), x: MARGIN, y: y + 18, width: 68, height: 68 },
    written(name, [MARGIN + 88, y + 66], { width: address ? 560 : 300, size: address ? 38 : 50, colour: "lamp" }),
    written(date, [SIZE.width - MARGIN, y + 66], { width: 320, size: 34, colour: "shade", align: "right" }),
  ];
}

export function panel(box: Box, radius: number, fill: Colour, stroke: Colour | null): Mark {
  const { x, y, width, height } = box;
  return { is: "panel", x, y, width, height, radius, fill, stroke };
}

/** Write a text from `x` on, or up to there, or around it. */
export function written(text: string, [x, y]: readonly [number, number], style: Style): Mark {
  return { is: "text", text, x, y, align: "left", ...style };
}
