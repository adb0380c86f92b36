/** Tips for a first game of Toc Chocottes. */

import type { Scene } from "../../model/scene";
import { may, recent, type Tip } from "../../lesson/tip";

type Table = Scene<"chocottes">;

const isDream = (card: string | null | undefined) => card?.startsWith("dream") ?? false;

const discarded = (table: Table) => recent(table, "Discarded") || recent(table, "Replaced");

/** Tell whether the learner decides about the effect of a card of this value. */
function decides({ view, seat }: Table, value: number): boolean {
  const [first] = view.effects;
  return view.phase === "effect" && first?.seat === seat && first?.value === value;
}

export const TIPS: readonly Tip<"chocottes">[] = [
  { id: "look", clause: "C3", asks: true, target: ".near .row", when: (table) => may(table, "Look") },
  { id: "draw", clause: "C7", asks: true, target: ".pile", when: (table) => may(table, "Draw") },
  { id: "place", clause: "C8", asks: true, target: ".near .row", when: (table) => may(table, "Replace") },
  // From the second turn on: a twin of the drawn card can be thrown after it.
  {
    id: "twin",
    clause: "C9",
    asks: true,
    target: ".near .row",
    when: (table) => may(table, "Replace") && table.view.discard >= 2,
  },
  { id: "crack", isSpare: true, clause: "C14", asks: true, when: (table) => decides(table, 7) },
  { id: "peek", clause: "C15", asks: true, target: ".near .row", when: (table) => decides(table, 10) },
  { id: "shuffle", isSpare: true, clause: "C16", asks: true, when: (table) => decides(table, 11) },
  {
    id: "exchange",
    isSpare: true,
    clause: "C17",
    asks: true,
    target: ".near .row",
    when: (table) => decides(table, 12),
  },
  { id: "gift", isSpare: true, clause: "C18", asks: true, when: (table) => decides(table, 13) },
  { id: "reaper", isSpare: true, clause: "C19", asks: true, target: ".near .row", when: (table) => decides(table, 14) },
  // Not on the first turns: there is enough to learn.
  {
    id: "knock",
    clause: "C20",
    asks: true,
    target: ".knock",
    when: (table) => may(table, "Knock") && table.view.discard >= 5,
  },
  { id: "snap", clause: "C9", target: ".discard", when: discarded },
  {
    id: "risk",
    clause: "C11",
    when: (table) => recent(table, "Snapped", ({ right }) => !right) || (discarded(table) && table.view.discard >= 4),
  },
  {
    id: "dream",
    clause: "C23",
    when: (table) =>
      isDream(table.own?.drawn) ||
      recent(table, "YouLookedAt", ({ card }) => isDream(card)) ||
      recent(table, "YouExchanged", ({ card }) => isDream(card)),
  },
  {
    id: "score",
    isSpare: true,
    clause: "C24",
    target: "[data-testid=scores]",
    when: ({ view }) => view.last_round !== null && view.discard === 0,
  },
];
