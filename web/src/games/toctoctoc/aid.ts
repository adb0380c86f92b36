import type { Aid, AidCard } from "../game";

const of = (card: string, ...pictures: string[]): AidCard => ({ card, name: `aid.${card}.name`, pictures });

export const AID: Aid = {
  cards: [
    of("plain", "plain-monster", "plain-ghost"),
    of("brute", "brute-vampire"),
    of("musician", "musician-ghost"),
    of("scarecrow", "scarecrow"),
    of("vamp", "vamp-monster"),
    of("child", "child"),
    of("taxi", "taxi"),
  ],
  notes: ["turn", "out", "end"],
};
