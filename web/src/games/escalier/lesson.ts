/** Tips for a first game of L'Escalier hanté. */

import { may, recent, type Tip } from "../../lesson/tip";

const FEW_CARDS = 2; // cards in the draw pile: the end is near

export const TIPS: readonly Tip<"escalier">[] = [
  {
    id: "remember",
    clause: "E2",
    asks: true,
    target: ".disc",
    // Until a ghost has moved, every child is at its own colour.
    when: (table) => table.view.free === "white" && table.view.discard <= 1 && table.legal(table.seat).length > 0,
  },
  { id: "find", clause: "E5", asks: true, target: ".disc", when: (table) => may(table, "Turn") },
  { id: "move", clause: "E8", asks: true, target: ".disc", when: (table) => may(table, "Shift") },
  { id: "swap", clause: "E7", asks: true, target: ".disc", when: (table) => may(table, "Swap") },
  {
    id: "riddle",
    clause: "E9",
    asks: true,
    target: ".disc",
    when: (table) => table.view.phase === "riddle" && may(table, "Name"),
  },
  { id: "risk", isSpare: true, clause: "E10", asks: true, when: (table) => may(table, "Ask") },
  {
    id: "answer",
    isSpare: true,
    clause: "E10",
    asks: true,
    when: (table) => table.view.phase === "answer" && may(table, "Name"),
  },
  {
    id: "last",
    isSpare: true,
    clause: "E12",
    asks: true,
    when: (table) => table.view.phase === "name-last" && may(table, "Name"),
  },
  { id: "won", clause: "E11", target: ".me", when: (table) => recent(table, "WonPile") },
  {
    id: "wrong",
    isSpare: true,
    clause: "E5",
    target: ".disc",
    when: (table) => recent(table, "Turned", ({ right }) => !right),
  },
  {
    id: "watch",
    clause: "E14",
    target: ".disc",
    when: (table) =>
      recent(table, "Shifted", ({ seat }) => seat !== table.seat) ||
      recent(table, "Swapped", ({ seat }) => seat !== table.seat),
  },
  { id: "end", clause: "E13", target: ".piles", when: ({ view }) => view.pile <= FEW_CARDS && view.phase !== "over" },
];
