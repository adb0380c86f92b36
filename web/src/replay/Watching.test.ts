import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { loadGame } from "../games";
import { OPENING as CHOCOTTES } from "../games/chocottes/testing";
import { OPENING as ESCALIER } from "../games/escalier/testing";
import { OPENING as TOCTOCTOC } from "../games/toctoctoc/testing";
import { speak } from "../lang/language.svelte";
import { settings } from "../lib/settings.svelte";
import type { Replay, ReplayOf } from "../protocol";
import { ReplayScene } from "../model/replay-scene.svelte";
import Watching from "./Watching.svelte";

const PLAYERS = ["Anna", "Ben", "Cleo"].map((name) => ({ name }));
const DEAL = { step: 1, own: [0, 1, 2].map((seat) => ({ seat, view: { hand: [], offered: null, drawn: null } })) };

const toctoctoc = {
  game: "toctoctoc",
  players: PLAYERS,
  options: {},
  frames: [
    { ...DEAL, view: TOCTOCTOC.view },
    { step: 2, seat: 0, events: [{ type: "Offered", seat: 0, to: 1 }], view: { door: { seat: 0, to: 1 } } },
    {
      step: 3,
      seat: 1,
      events: [
        { type: "Answered", seat: 1, opened: true, card: "scarecrow", revealer: 1, rival: 0 },
        { type: "Joined", seat: 1, card: "scarecrow" },
      ],
      view: { door: null, "houses/1": { ...TOCTOCTOC.view.houses[1]!, scarecrows: 1, score: -3 } },
    },
    { step: 4, seat: 1, events: [{ type: "Offered", seat: 1, to: 2 }], view: { door: { seat: 1, to: 2 } } },
  ],
} as unknown as ReplayOf<"toctoctoc">;

const rows = [["1"], ["2"], ["3"]];
const ended = { type: "RoundEnded", ended: "knocked", by: 0, payers: [], points: [1, 2, 3], totals: [1, 2, 3] };
const chocottes = {
  game: "chocottes",
  players: PLAYERS,
  options: {},
  frames: [
    { ...DEAL, view: CHOCOTTES.view },
    {
      step: 2,
      seat: 0,
      events: [{ type: "Knocked", seat: 0, rows }, ended, { type: "RoundBegan", round: 2, starter: 1 }],
      view: { round: 2, scores: [1, 2, 3] },
    },
    {
      step: 3,
      seat: 1,
      events: [{ type: "LookedAt", seat: 1, place: 1 }],
      own: [{ seat: 1, events: [{ type: "YouLookedAt", seat: 1, place: 1, card: "7" }] }],
      view: { looks: [0, 1, 0] },
    },
    {
      step: 4,
      seat: 1,
      events: [
        { type: "Knocked", seat: 1, rows },
        { ...ended, by: 1, totals: [51, 4, 6] },
      ],
      view: { phase: "over", scores: [51, 4, 6], rows, winners: [1] },
    },
  ],
} as unknown as ReplayOf<"chocottes">;

const escalier = {
  game: "escalier",
  players: PLAYERS,
  options: {},
  frames: [
    { ...DEAL, view: ESCALIER.view },
    {
      step: 2,
      seat: 0,
      events: [
        { type: "Turned", seat: 0, place: "red", child: "red", right: true },
        { type: "WonPile", seat: 0, cards: 1 },
        { type: "Flipped", seat: 1, card: "riddle" },
      ],
      view: { scores: [1, 0, 0], pile: 54, last: "riddle" },
    },
    { step: 3, seat: 1, events: [{ type: "Asked", seat: 1, to: 2, place: "blue" }], view: { to_act: [2] } },
    { step: 4, seat: 2, events: [{ type: "Declined", seat: 2 }], view: { to_act: [1] } },
  ],
} as unknown as ReplayOf<"escalier">;

let shown: Record<string, unknown> | undefined;

beforeAll(() => speak("en"));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  settings.isText = false;
  document.body.replaceChildren();
  vi.useRealTimers();
});

const table = () => document.querySelector("main")!.innerHTML;
const all = (what: string) => [...document.querySelectorAll<HTMLElement>(`main ${what}`)];

/** Open a replay at a move, and wait until its table is there. */
async function open(replay: Replay, position = 0): Promise<ReplayScene> {
  const scene = new ReplayScene(replay, position);
  await loadGame(replay.game, settings.isText);
  shown = mount(Watching, {
    target: document.body,
    props: { scene, code: "hibou", number: 1, isLesson: false, mine: [] },
  });
  flushSync();
  for (let turns = 0; turns < 10 && all("[data-seat]").length === 0; turns += 1) await tick();
  expect(all("[data-seat]")).not.toEqual([]);
  return scene;
}

function go(scene: ReplayScene, position: number): void {
  scene.go(position);
  flushSync();
}

/** Expect that nothing is visible for a moment only: everything stays. */
async function expectStill(): Promise<void> {
  const now = table();
  await vi.advanceTimersByTimeAsync(9_000);
  flushSync();
  expect(table() === now, now).toBe(true);
}

test.each([toctoctoc, chocottes, escalier])("a jump in $game shows nothing for a moment only", async (replay) => {
  const scene = await open(replay);
  await expectStill();
  for (const [move, to] of [
    [1, 0],
    [scene.last, 1],
    [1, scene.last],
  ] as const) {
    go(scene, move - 1);
    go(scene, move); // it is being shown
    go(scene, to);
    await expectStill();
  }
});

test("T10: the next move shows the card, and a jump back takes it away", async () => {
  const scene = await open(toctoctoc, 1);
  go(scene, 2);
  expect(all(".reveal")).toHaveLength(1);
  go(scene, 3);
  expect(all(".reveal")).toHaveLength(0);
  go(scene, 2);
  expect([all(".reveal").length, all("[data-house='1'] .moon span")[0]!.textContent]).toEqual([0, "-3"]);
});

test("a replay asks for the rule of a move beside its sentence alone", async () => {
  await open(toctoctoc, 2);
  expect(document.querySelectorAll("footer [title^='Why']")).toHaveLength(1);
  expect(all("[title^='Why']")).toHaveLength(0);
});

test("C20: a jump to the end of a round shows it, with all rounds before", async () => {
  const scene = await open(chocottes);
  go(scene, 3);
  expect(all("[data-testid=round-end]")).toHaveLength(1);
  expect(all(".race svg polyline")[0]!.getAttribute("points")!.split(" ")).toHaveLength(3);
  go(scene, 2);
  expect(all("[data-testid=round-end]")).toHaveLength(0);
  go(scene, 1);
  expect(all("[data-testid=round-end]")).toHaveLength(1);
});

test("E14: a move is shown when it is played, and not after a jump", async () => {
  const scene = await open(escalier);
  go(scene, 1);
  expect(all("[data-place] .child")).toHaveLength(1);
  vi.advanceTimersByTime(2_500);
  go(scene, 2);
  expect(all(".bubble")).toHaveLength(1);
  go(scene, 0);
  expect(all(".child, .found, .bubble, .spoils")).toHaveLength(0);
  go(scene, 2);
  expect(all(".child, .found, .bubble, .spoils")).toHaveLength(0);
});

test("the text table tells nothing of a move before, and stays where it is", async () => {
  settings.isText = true;
  const scene = await open(chocottes);
  scene.look(1);
  flushSync();
  const region = document.querySelector<HTMLElement>("[data-testid=plain]")!;
  region.focus();
  go(scene, 1);
  go(scene, 2);
  go(scene, 0);
  expect(all("[data-testid=glimpse]")).toHaveLength(0);
  expect(document.activeElement).toBe(region);
});

test("focus at a table that is drawn anew stays at the table", async () => {
  const scene = await open(escalier, 2);
  document.querySelector<HTMLElement>("main [data-place]")!.focus();
  go(scene, 0);
  await tick();
  expect(document.activeElement).toBe(document.querySelector("main"));
});
