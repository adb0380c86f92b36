import type { Opening } from "../../testing/scene.svelte";

export const OPENING: Opening<"escalier"> = {
  game: "escalier",
  view: {
    to_act: [0],
    active: 0,
    scores: [0, 0, 0],
    winners: null,
    phase: "search",
    ghosts: ["red", "green", "blue", "yellow"],
    free: "white",
    pile: 55,
    discard: 1,
    last: "red-child",
    sought: "red",
    tried: [],
    question: null,
  },
  own: {},
};
