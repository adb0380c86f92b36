/** Scenes made by hand, for the tests. */

import type { GameName, Games, Scene } from "../live/types";

type Made<G extends GameName> = {
  view?: Partial<Games[G]["view"]>;
  own?: Games[G]["own"];
  legal?: Games[G]["action"][];
  events?: Games[G]["event"][];
  seat?: number | null;
};

const COMMON = { to_act: [], active: 0, scores: [0, 0, 0], winners: null };
const house = (seat: number) => ({
  seat,
  party: (["monster", "ghost", "vampire"] as const).map((creature, i) => ({
    creature,
    plain: i < 2 ? 1 : 0,
    brutes: 0,
    musicians: 0,
  })),
  scarecrows: 0,
  score: 2,
  cards_in_hand: 5,
});

/** As each game begins. */
const VIEWS: { [G in GameName]: Games[G]["view"] } = {
  toctoctoc: {
    ...COMMON,
    phase: "offer",
    houses: [0, 1, 2].map(house),
    pile: 31,
    top: "plain-ghost",
    out: [],
    door: null,
    revealed: null,
  },
  chocottes: {
    ...COMMON,
    phase: "look",
    round: 1,
    starter: 0,
    row_sizes: [4, 4],
    looks: [0, 0],
    pile: 48,
    discard: 0,
    top: null,
    window: null,
    effects: [],
    rows: null,
    last_round: null,
  },
  escalier: {
    ...COMMON,
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
};

const OWN: { [G in GameName]: Games[G]["own"] } = {
  toctoctoc: { hand: [], offered: null },
  chocottes: { drawn: null },
  escalier: {},
};

export function scene<G extends GameName>(
  game: G,
  { view, own, legal, events, seat = 0 }: Made<G> = {},
): Scene<G> & { code: string } {
  return {
    code: "hibou-lampe-42",
    game,
    view: { ...VIEWS[game], ...view },
    seat,
    own: own ?? OWN[game],
    aid: null,
    players: [],
    options: {},
    happened: (events ?? []).map((event, key) => ({ key, event })),
    sent: null,
    mine: seat === null ? [] : [seat],
    legal: (asked) => (asked !== null && asked === seat ? (legal ?? []) : []),
    act: () => {},
    timeLeft: () => null,
    windowLeft: () => null,
    glimpsed: () => {},
  };
}
