/** Tips for a first game of Toc Toc Toc! */

import { GAMES, type ToctoctocCard, type ToctoctocView } from "../../protocol";
import type { Scene } from "../../model/scene";
import { kindOf } from "./parts/guests";
import { may, recent, type Tip } from "../../lesson/tip";

type Table = Scene<"toctoctoc">;

/** Count the cards revealed so far: each is at a party or out of the game, besides the first guests (T3). */
function revealed({ houses, out }: ToctoctocView): number {
  const guests = houses.flatMap((house) => house.party.map((one) => one.plain + one.brutes + one.musicians));
  const scarecrows = houses.map((house) => house.scarecrows);
  const first = GAMES.toctoctoc.constants.first_guests! * houses.length;
  return [...guests, ...scarecrows].reduce((sum, n) => sum + n, out.length) - first;
}

/** Tell whether a kind of card was just revealed, or the learner holds one after some rounds: not all cards at once. */
function meets(table: Table, kind: string, rounds: number): boolean {
  const isOne = (card: ToctoctocCard) => kindOf(card) === kind;
  if (recent(table, "Answered", ({ card }) => isOne(card))) return true;
  const isLater = revealed(table.view) >= rounds * table.view.houses.length;
  return isLater && may(table, "Offer") && (table.own?.hand.some(isOne) ?? false);
}

export const TIPS: readonly Tip<"toctoctoc">[] = [
  {
    id: "hand",
    clause: "T4",
    asks: true,
    target: "ul.hand",
    when: (table) => may(table, "Offer") && revealed(table.view) === 0,
  },
  { id: "offer", clause: "T7", asks: true, target: "ul.hand", when: (table) => may(table, "Offer") },
  { id: "answer", clause: "T8", asks: true, target: ".visit", when: (table) => may(table, "Open") },
  {
    id: "choose",
    clause: "T16",
    asks: true,
    when: (table) => may(table, "Take") || may(table, "Chase"),
  },
  { id: "door", clause: "T9", target: ".door.knocked", when: (table) => recent(table, "YouOffered") },
  {
    id: "party",
    clause: "T21",
    target: ".house.mine",
    when: (table) => recent(table, "Joined", ({ card }) => card !== "scarecrow"),
  },
  {
    id: "top",
    clause: "T5",
    target: ".stack",
    when: (table) => recent(table, "Drew", ({ seat }) => seat === table.seat),
  },
  { id: "vamp", clause: "T13", when: (table) => meets(table, "vamp", 1) },
  { id: "brute", clause: "T17", when: (table) => meets(table, "brute", 2) },
  { id: "child", clause: "T14", when: (table) => meets(table, "child", 3) },
  { id: "musician", clause: "T21", when: (table) => meets(table, "musician", 4) },
  { id: "taxi", clause: "T15", when: (table) => meets(table, "taxi", 5) },
  { id: "scarecrow", clause: "T12", when: (table) => meets(table, "scarecrow", 5) },
  { id: "end", clause: "T20", target: ".stack", when: ({ view }) => view.pile === 0 && view.phase !== "over" },
];
