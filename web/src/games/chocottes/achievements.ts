/** The achievements of Toc Chocottes, the easiest first. */

import type { ChocottesRoundEnded } from "../../protocol";
import { GAMES } from "../../protocol";
import { type Achievement, type Events, hasWon, ofType } from "../achievement";
import { face } from "./art";

const GOAL = GAMES.chocottes.constants.goal!;
const MANY_THROWS = 4;

/** Return the rounds that a seat ended by a knock (C20). */
function knocks(events: Events<"chocottes">, seat: number): ChocottesRoundEnded[] {
  return ofType(events, "RoundEnded").filter(({ ended, by }) => ended === "knocked" && by === seat);
}

export default [
  {
    name: "two-knocks", // C20
    picture: face("2"),
    isEarned: (events, seat) => knocks(events, seat).filter(({ payers }) => !payers.includes(seat)).length >= 2,
  },
  {
    name: "sure-hand", // C9, C11
    picture: face("7"),
    isEarned: (events, seat) => {
      const throws = ofType(events, "Snapped").filter((event) => event.seat === seat);
      return hasWon(events, seat) && throws.length >= MANY_THROWS && throws.every(({ right }) => right);
    },
  },
  {
    name: "sweet-dreams", // C23
    picture: face("dream-12"),
    isEarned: (events, seat) => knocks(events, seat).some(({ points }) => points[seat] === 0),
  },
  {
    name: "empty-bed", // C21
    picture: face("14"),
    isEarned: (events, seat) =>
      ofType(events, "RoundEnded").some(({ ended, by }) => ended === "row-empty" && by === seat),
  },
  {
    name: "fifty", // C25
    picture: face("13"),
    isEarned: (events, seat) =>
      hasWon(events, seat) && knocks(events, seat).some(({ totals }) => totals[seat] === GOAL),
  },
] satisfies Achievement<"chocottes">[];
