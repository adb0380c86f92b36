/**
 * No number is seen before its card: two continuations that differ only in what an event reveals look, sound and read
 * the same until its picture is seen, on a phone, in words and on the big screen; and they do differ in the end.
 */

import { type Component, flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { loadGame } from "../games";
import { OPENING as CHOCOTTES } from "../games/chocottes/testing";
import { OPENING as ESCALIER } from "../games/escalier/testing";
import { OPENING as TOCTOCTOC } from "../games/toctoctoc/testing";
import { learn, speak } from "../lang/language.svelte";
import { settings } from "../lib/settings.svelte";
import type { LiveTable } from "../live/table.svelte";
import { factsOf, learnFacts } from "../model/facts";
import type { Any } from "../model/scene";
import { announcer, liveRegion } from "../narration/announcer.svelte";
import { GAMES, type GameFacts } from "../protocol";
import BigTable from "../screen/BigTable.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import Playing from "./Playing.svelte";

const sounds = vi.hoisted(() => vi.fn());
vi.mock("../sound/sounds", async (original) => ({
  ...(await original<typeof import("../sound/sounds")>()),
  play: sounds,
  buzz: sounds,
}));
vi.mock("../lib/motion", async (original) => {
  const still = { duration: 0 };
  return {
    ...(await original<typeof import("../lib/motion")>()),
    lasting: (ms: number) => ms, // without reduced motion
    calmly: () => () => still, // but transitions are over at once
    fade: () => still,
    fly: () => still,
    scale: () => still,
  };
});

type View = Partial<Record<string, unknown>>;

/** What happens, and the table after it. */
interface After {
  events: object[];
  view: View;
  /** what changes of the viewer's own view */
  own?: View;
  isOver?: boolean;
}

/** A moment of a game: some events, and what they reveal, in two ways. */
interface Moment {
  name: string;
  game: string;
  before: View;
  /** `n` and everything that is made from it differs: of the views, or of an event and what follows from it */
  after: (n: number, isText: boolean) => After;
  /** whether events differ: in words, an event is its words */
  isDrawn?: boolean;
}

const OTHER = {
  ...GAMES.escalier,
  name: "coucou",
  title: "Coucou",
  is_memory: false,
  events: {
    Revealed: { clause: "K6", pause: true, reveals: ["scores", "shown"], each: ["cards"] },
    Counted: { clause: "K6", reveals: ["scores"] },
    Over: { clause: "K7", reveals: ["winners"] },
  },
  view: { shown: { kind: "card", many: "seats" } },
  own: {},
} as unknown as GameFacts;

const TEXTS = {
  "coucou.title": "Coucou",
  "coucou.field.shown": "shown",
  "coucou.event.Revealed": "All cards are shown.",
  "coucou.event.Revealed.each": "{cards}",
  "coucou.event.Counted": "{n} points are counted.",
  "coucou.event.Over": "The game is over.",
  ...Object.fromEntries(
    ["owl", "bat", "cat"].flatMap((card) => [
      [`coucou.card.${card}`, card],
      [`coucou.a-card.${card}`, card],
    ]),
  ),
  "coucou.ask.swap": "swap?",
  "coucou.asked.swap": "swap?",
};

const houses = (n: number) =>
  TOCTOCTOC.view.houses.map((house) => ({
    ...house,
    score: house.score + n,
    scarecrows: n,
    party: house.party.map((column) => ({ ...column, plain: column.plain + n })),
  }));
const scores = (n: number) => [n, 2 * n, 3 * n];
const parties = (n: number) => ({ houses: houses(n), scores: scores(n), out: Array.from({ length: n }, () => "taxi") });
const ended = (n: number) => ({ type: "GameOver", scores: scores(n), winners: [n % 3] });
const answered = { type: "Answered", seat: 1, opened: true, card: "vamp-ghost", revealer: 1, rival: 0 };
const drawn = [
  { type: "Drew", seat: 0, card: "taxi" },
  { type: "TopTurned", card: "child" },
];
const flipped = { type: "Flipped", seat: 1, card: "red-child" };
const pile = (n: number) => ({ pile: 50 - n, discard: n, last: ["move", "swap"][n % 2] });
const found = { type: "Turned", seat: 0, place: "red", child: "red", right: true };
const named = { type: "Guessed", seat: 0, place: "white", colour: "red", child: "red", right: true };
const won = { type: "WonPile", seat: 0, cards: 4 }; // as many as everybody sees on the pile
const dealt = [{ type: "RoundBegan", round: 2, starter: 0 }, ...[0, 1, 2].map((seat) => ({ type: "CardDealt", seat }))];
const rows = [["1", "14"], ["dream-10", "9"], ["2"]];
const round = (totals: readonly number[], tile = 8) => [
  { type: "Knocked", seat: 1, rows },
  { type: "TileDrawn", penalty: tile },
  { type: "RoundEnded", ended: "knocked", points: [15, 9 + tile, 2], totals, payers: [1], by: 1 },
];
/** Two answers, which lead to two turns. */
const doors = (n: number): After =>
  n % 2
    ? {
        events: [{ ...answered, card: "vamp-ghost" }],
        view: {
          door: null,
          phase: "take",
          active: 0,
          to_act: [0],
          revealed: { card: "vamp-ghost", revealer: 1, rival: 0 },
        },
      }
    : {
        events: [{ ...answered, card: "taxi" }, { type: "DrivenOff", guests: ["plain-ghost"], source: 1 }, ...drawn],
        view: { ...parties(n), door: null, phase: "offer", active: 1, to_act: [1], pile: 30, top: "child" },
      };
const joined = { type: "Joined", seat: 1, card: "plain-ghost" };
const next = (n: number) => ["red-child", "riddle", "move"][n % 3]!;
const task = (n: number) => ({
  ...pile(n),
  last: next(n),
  phase: ["search", "riddle", "move"][n % 3],
  sought: n % 3 === 0 ? "red" : null,
});
const counted = (totals: readonly number[], tile = 8) => ({
  scores: totals,
  last_round: { ended: "knocked", knocker: 1, tile, points: [15, 9 + tile, 2] },
  rows: null,
});

const MOMENTS: Moment[] = [
  {
    name: "a card at a door",
    game: "toctoctoc",
    before: { phase: "answer", to_act: [1], door: { seat: 0, to: 1 } },
    after: (n) => ({
      events: [answered, { type: "Lured", card: "plain-ghost", source: 1, to: 0 }, ...drawn],
      view: { ...parties(n), door: null, phase: "offer", to_act: [1], top: "child", pile: 30 },
    }),
  },
  {
    name: "a card at a door, which nobody knows",
    game: "toctoctoc",
    before: { phase: "answer", to_act: [1], door: { seat: 0, to: 1 } },
    after: doors,
    isDrawn: true,
  },
  {
    name: "a card at the own door, which nobody knows",
    game: "toctoctoc",
    before: { phase: "answer", to_act: [0], active: 1, door: { seat: 1, to: 0 } },
    after: (n) => ({
      events: [{ ...answered, seat: 0, revealer: 0, rival: 1, card: ["child", "scarecrow"][n % 2] }],
      view: { door: null, phase: "offer", active: 0, to_act: [0] },
    }),
    isDrawn: true,
  },
  {
    name: "a card that is drawn after another one",
    game: "toctoctoc",
    before: { phase: "answer", to_act: [1], door: { seat: 0, to: 1 }, top: "taxi" },
    after: (n) => ({
      events: [
        { ...answered, card: "plain-ghost" },
        joined,
        { type: "Drew", seat: 0, card: "taxi" },
        { type: "TopTurned", card: ["child", "scarecrow"][n % 2] },
      ],
      view: {
        door: null,
        phase: "offer",
        active: 1,
        to_act: [1],
        pile: 30,
        top: ["child", "scarecrow"][n % 2],
        houses: TOCTOCTOC.view.houses.map((house) => ({ ...house, cards_in_hand: 5 + n })),
      },
      own: { hand: [...TOCTOCTOC.own.hand, "taxi"].slice(n % 2) },
    }),
    isDrawn: true,
  },
  {
    name: "the last card",
    game: "toctoctoc",
    before: { phase: "answer", to_act: [1], door: { seat: 0, to: 1 }, pile: 0, top: null },
    after: (n) => ({
      events: [answered, { type: "Fled", guests: ["plain-ghost"], source: 1, to: 0 }, ended(n)],
      view: { ...parties(n), door: null, phase: "over", to_act: [], winners: [n % 3] },
      isOver: true,
    }),
  },
  ...[
    { type: "Took", seat: 1, rank: "plain" },
    { type: "Chased", seat: 1, creature: "ghost" },
  ].map((choice): Moment => ({
    name: choice.type,
    game: "toctoctoc",
    before: { phase: "take", to_act: [1], revealed: { card: "vamp-ghost", revealer: 2, rival: 1 } },
    after: (n) => ({ events: [choice, ...drawn], view: { ...parties(n), revealed: null, phase: "offer" } }),
  })),
  {
    name: "a card of the pile",
    game: "escalier",
    before: { phase: "move", sought: null, last: "move" },
    after: (n) => ({
      events: [flipped],
      view: { ...pile(n), phase: "search", sought: "red", to_act: [1], active: 1 },
    }),
  },
  ...[found, named].map((seen): Moment => ({
    name: `a child (${seen.type}), and the next card`,
    game: "escalier",
    before: {},
    after: (n) => ({
      events: [seen, won, flipped],
      view: { ...pile(n), scores: scores(n), tried: [], to_act: [1], active: 1 },
    }),
  })),
  {
    name: "a card of the pile, which nobody knows",
    game: "escalier",
    before: { phase: "move", sought: null, last: "move" },
    after: (n) => ({ events: [{ ...flipped, card: next(n) }], view: { ...task(n), to_act: [1], active: 1 } }),
    isDrawn: true,
  },
  {
    name: "a riddle without a ghost on white, which nobody knows",
    game: "escalier",
    before: { phase: "move", sought: null, last: "move" },
    after: (n) => ({
      events:
        n % 2
          ? [
              { ...flipped, card: "riddle" },
              { type: "NobodyOnWhite", seat: 1 },
              { ...flipped, card: "swap" },
            ]
          : [
              { ...flipped, card: "swap" },
              { ...flipped, card: "swap" },
            ],
      view: { ...pile(n), last: "swap", phase: "swap", to_act: [1], active: 1 },
    }),
    isDrawn: true,
  },
  {
    name: "a card of the pile after a child, which nobody knows",
    game: "escalier",
    before: {},
    after: (n) => ({
      events: [found, won, { ...flipped, card: next(n) }],
      view: { ...task(n), scores: scores(3), discard: 1, tried: [], to_act: [1], active: 1 },
    }),
    isDrawn: true,
  },
  ...[found, named].map((seen): Moment => ({
    name: `a child that may be sought (${seen.type})`,
    game: "escalier",
    before: {},
    after: (n) =>
      n % 2
        ? {
            events: [seen, won, flipped],
            view: { ...task(0), scores: scores(n), tried: [], to_act: [1], active: 1 },
          }
        : {
            events: [{ ...seen, child: "blue", right: false }],
            view: { tried: ["red"], to_act: [2], active: 2, phase: "ask" },
          },
    isDrawn: true,
  })),
  {
    name: "a child that is not sought",
    game: "escalier",
    before: {},
    after: (n) => ({
      events: [{ ...found, right: false }],
      view: { tried: [["red"], ["blue"]][n % 2], to_act: [1] },
    }),
  },
  {
    name: "the last child",
    game: "escalier",
    before: {},
    after: (n) => ({
      events: [found, won, ended(n)],
      view: { scores: scores(n), discard: 0, last: null, phase: "over", to_act: [], winners: [n % 3] },
      isOver: true,
    }),
  },
  {
    name: "the end of a round",
    game: "chocottes",
    before: { phase: "turn", row_sizes: [2, 2, 1] },
    after: (n, isText) => ({
      events: [...round(scores(isText ? 3 : n)), ...dealt],
      view: { ...counted(scores(n)), round: 2, phase: "look", row_sizes: [4, 4, 4], to_act: [0, 1, 2] },
    }),
  },
  {
    name: "the tile of a round",
    game: "chocottes",
    before: { phase: "turn", row_sizes: [2, 2, 1] },
    after: (n) => ({
      events: [...round([15, 9 + n, 2], n), ...dealt],
      view: { ...counted([15, 9 + n, 2], n), round: 2, phase: "look", row_sizes: [4, 4, 4], to_act: [0, 1, 2] },
    }),
    isDrawn: true,
  },
  {
    name: "the end of the last round",
    game: "chocottes",
    before: { phase: "turn", row_sizes: [2, 2, 1] },
    after: (n, isText) => ({
      events: [...round(scores(isText ? 3 : n)), ended(n)],
      view: { ...counted(scores(n)), rows, phase: "over", to_act: [], winners: [n % 3] },
      isOver: true,
    }),
  },
  {
    name: "the end of a round that may be the last",
    game: "chocottes",
    before: { phase: "turn", row_sizes: [2, 2, 1] },
    after: (n) => ({
      events: [...round(scores(n)), ...(n % 2 ? [ended(n)] : dealt)],
      view:
        n % 2
          ? { ...counted(scores(n)), rows, phase: "over", to_act: [], winners: [n % 3] }
          : { ...counted(scores(n)), round: 2, phase: "look", row_sizes: [4, 4, 4], to_act: [0, 1, 2] },
      isOver: n % 2 === 1,
    }),
    isDrawn: true,
  },
  {
    name: "the cards of a game that the page does not know",
    game: "coucou",
    before: { shown: [null, null, null] },
    after: (n) => ({
      events: [
        { type: "Revealed", cards: ["owl", "bat", "cat"] },
        { type: "Counted", n },
        { type: "Over", winners: [n % 3] },
      ],
      view: {
        scores: scores(n),
        shown: Array<string>(3).fill(["owl", "bat"][n % 2]!),
        phase: "over",
        to_act: [],
        winners: [n % 3],
      },
      isOver: true,
    }),
  },
];

const OPENINGS: Record<string, { view: object; own: object }> = {
  toctoctoc: TOCTOCTOC,
  chocottes: CHOCOTTES,
  escalier: ESCALIER,
  coucou: { view: { to_act: [0], active: 0, scores: [0, 0, 0], winners: null, phase: "swap" }, own: {} },
};
const SCREENS = {
  "a phone": { page: Playing, seats: [0], isText: false },
  "the text table": { page: Playing, seats: [0], isText: true },
  "the big screen": { page: BigTable, seats: [], isText: false },
};

let table: LiveTable;
let shown: Record<string, unknown> | undefined;

beforeAll(async () => {
  learnFacts([OTHER]);
  await speak("en");
  await learn(() => Promise.resolve(TEXTS));
  for (const game of Object.keys(GAMES)) await loadGame(game, false);
  await loadGame("coucou", true);
  await Promise.all([import("./Result.svelte"), import("./AidSheet.svelte")]);
});
beforeEach(() => {
  startServer();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no record")));
});
afterEach(async () => {
  await close();
  settings.isText = false;
  stopServer();
});

async function close(): Promise<void> {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await tick();
  flushSync();
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settled();
}

/** Everything that a person gets of the page; numbers that only name elements are left out. */
function frame(): string[] {
  const page = document.body.innerHTML.replace(/ (id|for|aria-\w+by|aria-controls|href)="[^"]*"/g, "");
  return [document.title, liveRegion.text, ...sounds.mock.calls.map(String), ...page.split(/(?<=>)/)];
}

/** Return what one page has and another has not, and the other way round. */
function only(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((line) => !other.includes(line)), ...other.filter((line) => !one.includes(line))];
}

const FRAME_MS = 50;
const MAX_FRAMES = 100;

/** Come to a moment, and let it happen. */
async function begin(moment: Moment, n: number, { page, seats, isText }: (typeof SCREENS)["a phone"]): Promise<void> {
  const { game, before, after } = moment;
  const { view, own } = OPENINGS[game]!;
  const people = ["Anna", "Ben", "Cleo"].map((name) => ({ kind: "person", name }));
  settings.isText = isText;
  sessionStorage.clear();
  announcer.hush();
  table = sitAt({
    lobby: { ...lobby, game, seats: people, asking: [] },
    view: { ...view, ...before },
    seats,
    own: seats.map((seat) => ({ seat, view: own, legal: [] })),
  });
  shown = mount(page as Component<{ table: LiveTable }>, { target: document.body, props: { table } });
  await pass(500);
  sounds.mockClear();
  const { events, view: patch, own: ownPatch, isOver = false } = after(n, isText);
  const changes = isOver ? { lobby: { stage: "over" } } : {};
  const owns = ownPatch && seats.length > 0 ? { own: [{ seat: 0, view: ownPatch }] } : {};
  FakeSocket.last.tell({ type: "update", version: 11, at: 0, public: { ...changes, events, view: patch }, ...owns });
  await settled();
}

/** Show a moment; return its frames until the event `first` is told, and the end. */
async function show(
  moment: Moment,
  n: number,
  first: number,
  screen: (typeof SCREENS)["a phone"],
): Promise<string[][]> {
  await begin(moment, n, screen);
  const frames = [frame()];
  while (frames.length < MAX_FRAMES) {
    await pass(FRAME_MS);
    if (table.told.length > first) break;
    frames.push(frame());
  }
  for (let turns = 0; table.reveals.isOn && turns < 20; turns += 1) {
    table.reveals.skip();
    await pass(5);
  }
  expect(table.reveals.isOn).toBe(false);
  frames.push(frame());
  await close();
  table.close();
  return frames;
}

test("all events that reveal something are tested here", () => {
  const revealing = [...Object.keys(GAMES), "coucou"].flatMap((game) => {
    const events = Object.entries(factsOf(game).events);
    return events.filter(([, { reveals = [] }]) => reveals.length > 0).map(([type]) => `${game} ${type}`);
  });
  const tested = MOMENTS.flatMap(({ game, after }) =>
    [3, 4].flatMap((n) => (after(n, false).events as Any<"event">[]).map(({ type }) => `${game} ${type}`)),
  );
  expect(revealing.filter((event) => !tested.includes(event))).toEqual([]);
});

/** Return the first event that differs, or reveals a field of the view that differs. */
function firstOf({ game, after }: Moment, isText: boolean): number {
  const [one, other] = [after(3, isText), after(4, isText)];
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const changed = Object.keys(one.view).filter((field) => !isSame(one.view[field], other.view[field]));
  return (one.events as Any<"event">[]).findIndex((event, at) => {
    const { reveals = [] } = factsOf(game).events[event.type]!;
    return !isSame(event, other.events[at]) || reveals.some((field) => changed.includes(field.split(".")[0]!));
  });
}

for (const [name, screen] of Object.entries(SCREENS)) {
  const inWords = MOMENTS.filter(({ game, isDrawn }) => game !== "toctoctoc" && !isDrawn); // all are told alike
  test.each(screen.isText ? inWords : MOMENTS)(`${name}: $game, $name`, async (moment) => {
    const first = firstOf(moment, screen.isText);
    const one = await show(moment, 3, first, screen);
    const other = await show(moment, 4, first, screen);
    const [end, otherEnd] = [one.pop(), other.pop()];
    expect(one.length).toBe(other.length);
    for (const [at, frame] of one.entries()) expect([at, only(other[at]!, frame)]).toEqual([at, []]);
    expect(otherEnd).not.toEqual(end);
  });
}

test("the end of a round is heard in its order: how it ended, the totals, how soon the next one begins", async () => {
  await begin(
    MOMENTS.find(({ name }) => name === "the tile of a round")!,
    3,
    SCREENS["a phone"],
  );
  let heard = "";
  for (let frames = 0; frames < MAX_FRAMES; frames += 1) {
    await pass(FRAME_MS);
    if (!heard.endsWith(liveRegion.text)) heard += ` ${liveRegion.text}`;
  }
  expect(heard).toMatch(/Ben knocked.*Anna 15.*Goes on by itself/);
  table.close();
});
