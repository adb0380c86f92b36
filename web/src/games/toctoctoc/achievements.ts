/** The achievements of Toc Toc Toc!, the easiest first. */

import type { ToctoctocCard } from "../../protocol";
import { type Achievement, hasWon, ofType } from "../achievement";
import { picture } from "./art";
import { kindOf } from "./parts/guests";

const MANY_GUESTS = 5;
const MANY_SCARES = 4;
const SCARES = ["vamp", "child", "taxi"];
const isScare = (card: ToctoctocCard) => SCARES.includes(kindOf(card));

export default [
  {
    name: "scarecrows", // T12
    picture: picture("scarecrow"),
    isEarned: (events, seat) =>
      ofType(events, "Joined").filter((event) => event.seat === seat && event.card === "scarecrow").length === 2,
  },
  {
    name: "full-house", // T14
    picture: picture("child"),
    isEarned: (events, seat) =>
      ofType(events, "Fled").some(({ to, guests }) => to === seat && guests.length >= MANY_GUESTS),
  },
  {
    name: "scares", // T13-T15
    picture: picture("taxi"),
    isEarned: (events, seat) =>
      ofType(events, "Answered").filter(({ opened, rival, card }) => opened && rival === seat && isScare(card))
        .length >= MANY_SCARES,
  },
  {
    name: "closed-door", // T8
    picture: picture("door"),
    isEarned: (events, seat) => {
      const answers = ofType(events, "Answered").filter((event) => event.seat === seat);
      return hasWon(events, seat) && answers.length > 0 && answers.every(({ opened }) => !opened);
    },
  },
  {
    name: "one-door", // T7
    picture: picture("door-open"),
    isEarned: (events, seat) => {
      const doors = ofType(events, "Offered").filter((event) => event.seat === seat);
      return hasWon(events, seat) && new Set(doors.map(({ to }) => to)).size === 1;
    },
  },
] satisfies Achievement<"toctoctoc">[];
