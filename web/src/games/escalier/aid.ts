import type { Aid } from "../game";

export const AID: Aid = {
  cards: [
    { card: "red-child", name: "aid.child.name", pictures: ["red-child", "blue-child"], sign: "find" },
    { card: "move", name: "card.move", pictures: ["move"], sign: "move" },
    { card: "swap", name: "card.swap", pictures: ["swap"], sign: "swap" },
    { card: "riddle", name: "card.riddle", pictures: ["riddle"], sign: "riddle" },
  ],
  notes: ["turn", "pile", "last", "end"],
};
