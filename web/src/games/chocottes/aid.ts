import type { Aid, AidCard } from "../game";
import { EFFECTS } from "./art";

const of = (value: number, ...pictures: string[]): AidCard => ({
  card: `${value}`,
  name: `effect.${value}`,
  pictures,
  sign: EFFECTS[value]!,
});

export const AID: Aid = {
  cards: [
    of(7, "7"),
    of(10, "dream-10", "10"),
    of(11, "dream-11", "11"),
    of(12, "dream-12", "12"),
    of(13, "dream-13", "13"),
    of(14, "14"),
  ],
  notes: ["dream", "turn", "snap", "knock", "empty", "end"],
};
