import type { Opening } from "../../testing/scene.svelte";

export const OPENING: Opening<"chocottes"> = {
  game: "chocottes",
  view: {
    to_act: [0],
    active: 0,
    scores: [0, 0, 0],
    winners: null,
    phase: "look",
    round: 1,
    starter: 0,
    row_sizes: [4, 4, 4],
    looks: [0, 0, 0],
    pile: 44,
    discard: 0,
    top: null,
    window: null,
    effects: [],
    rows: null,
    last_round: null,
    may_arrange: true,
  },
  own: { drawn: null },
};
