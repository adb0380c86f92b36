/** Tips for a first game of Toc Toc Toc! */

import type { ToctoctocCard } from "../../protocol";
import type { Scene } from "../../model/scene";
import { kindOf } from "./parts/guests";
import { may, recent, type Tip } from "../../lesson/tip";

type Table = Scene<"toctoctoc">;

/** Tell whether a kind of card was just revealed, or is in the learner's hand when at most `left` cards are. */
function meets(table: Table, kind: string, left = 0): boolean {
  const isOne = (card: ToctoctocCard) => kindOf(card) === kind;
  const hand = table.own?.hand ?? [];
  const isHeld = may(table, "Offer") && hand.length <= left && hand.some(isOne);
  return isHeld || recent(table, "Answered", ({ card }) => isOne(card));
}

export const TIPS: readonly Tip<"toctoctoc">[] = [
  { id: "hand", clause: "T4", asks: true, target: "ul.hand", when: (table) => may(table, "Offer") },
  { id: "offer", clause: "T7", asks: true, target: "ul.hand", when: (table) => may(table, "Offer") },
  { id: "answer", clause: "T8", asks: true, target: ".visit", when: (table) => may(table, "Open") },
  {
    id: "choose",
    clause: "T16",
    asks: true,
    isSpare: true,
    when: (table) => may(table, "Take") || may(table, "Chase"),
  },
  { id: "door", clause: "T9", target: ".door.knocked", when: (table) => recent(table, "YouOffered") },
  {
    id: "party",
    clause: "T21",
    target: ".house.mine",
    when: (table) => recent(table, "Joined", ({ card }) => card !== "scarecrow"),
  },
  // Not all cards at once.
  { id: "vamp", clause: "T13", when: (table) => meets(table, "vamp", 3) },
  { id: "child", clause: "T14", when: (table) => meets(table, "child", 2) },
  { id: "musician", clause: "T21", when: (table) => meets(table, "musician", 2) },
  { id: "brute", clause: "T17", when: (table) => meets(table, "brute") },
  { id: "taxi", clause: "T15", when: (table) => meets(table, "taxi") },
  { id: "scarecrow", clause: "T12", when: (table) => meets(table, "scarecrow") },
  {
    id: "end",
    clause: "T20",
    target: ".stack",
    when: (table) => table.view.pile === 0 && may(table, "Offer") && table.own?.hand.length === 1,
  },
];
