/** The achievements of L'Escalier hanté, the easiest first. */

import { type Achievement, type Events, hasWon, ofType } from "../achievement";
import { child, picture } from "./art";

const ALL_CHILDREN = 4;
const MANY_RIDDLES = 5;
const HIGH_PILE = 10;

/** Return the children that a seat looked for or named, and whether it was right (E5, E9, E10). */
function tries(events: Events<"escalier">, seat: number) {
  return [...ofType(events, "Turned"), ...ofType(events, "Guessed")].filter((event) => event.seat === seat);
}

export default [
  {
    name: "all-children", // E5
    picture: child("red"),
    isEarned: (events, seat) => {
      const found = tries(events, seat).filter(({ right }) => right);
      return new Set(found.map((event) => event.child)).size === ALL_CHILDREN;
    },
  },
  {
    name: "riddles", // E9
    picture: picture("riddle"),
    isEarned: (events, seat) =>
      ofType(events, "Guessed").filter((event) => event.seat === seat && event.right).length >= MANY_RIDDLES,
  },
  {
    name: "high-pile", // E11
    picture: picture("back"),
    isEarned: (events, seat) =>
      ofType(events, "WonPile").some((event) => event.seat === seat && event.cards >= HIGH_PILE),
  },
  {
    name: "perfect-memory", // E5, E14
    picture: picture("ghost"),
    isEarned: (events, seat) => hasWon(events, seat) && tries(events, seat).every(({ right }) => right),
  },
] satisfies Achievement<"escalier">[];
