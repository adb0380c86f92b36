import type { ToctoctocCreature } from "../../protocol";
import type { Opening } from "../../testing/scene.svelte";

const CREATURES: readonly ToctoctocCreature[] = ["monster", "ghost", "vampire"];

const house = (seat: number) => ({
  seat,
  party: CREATURES.map((creature, at) => ({ creature, plain: at < 2 ? 1 : 0, brutes: 0, musicians: 0 })),
  scarecrows: 0,
  score: 2,
  cards_in_hand: 5,
});

export const OPENING: Opening<"toctoctoc"> = {
  game: "toctoctoc",
  view: {
    to_act: [0],
    active: 0,
    scores: [0, 0, 0],
    winners: null,
    phase: "offer",
    houses: [0, 1, 2].map(house),
    pile: 31,
    top: "plain-ghost",
    out: [],
    door: null,
    revealed: null,
  },
  own: { hand: [], offered: null },
};
