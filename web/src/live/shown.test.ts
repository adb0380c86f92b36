/** What an event reveals is drawn when the event was shown, and at once where nobody waits for it. */

import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { OPENING } from "../games/escalier/testing";
import { OPENING as TOCTOCTOC } from "../games/toctoctoc/testing";
import { FakeSocket } from "../testing/socket";
import { comeBack, lobby, sitAt, startServer, stopServer } from "../testing/table";
import type { LiveTable } from "./table.svelte";

const motion = vi.hoisted(() => ({ factor: 1 }));
vi.mock("../lib/motion", () => ({ lasting: (ms: number) => motion.factor * ms }));

const game = { lobby: { ...lobby, game: "escalier", seats: [...lobby.seats, { kind: "person", name: "Cleo" }] } };
const found = [
  { type: "Turned", seat: 1, place: "red", child: "red", right: true },
  { type: "WonPile", seat: 1, cards: 4 },
  { type: "GameOver", scores: [0, 4, 0], winners: [1] },
];
const view = { scores: [0, 4, 0], winners: [1], phase: "over", to_act: [] };
const update = { type: "update", version: 11, at: 0, public: { events: found, view } };
let table: LiveTable;

beforeEach(() => {
  startServer();
  motion.factor = 1;
  table = sitAt({ ...game, view: OPENING.view, own: [] });
  vi.advanceTimersByTime(100);
});
afterEach(() => {
  vi.restoreAllMocks();
  stopServer();
});

const drawn = () => [table.view.scores, table.view.winners, table.history.length, table.happened.length];
const OLD = [[0, 0, 0], null, 0, 2];
const NEW = [[0, 4, 0], [1], 2, 3];
/** Only the winners wait: other devices may still show the last card. */
const SEEN = [[0, 4, 0], null, 0, 2];

function tell(): void {
  FakeSocket.last.tell(update);
  flushSync();
}

test("it waits until the reveal is over, and the winners until everybody has seen it", () => {
  tell();
  table.reveals.begin(1_000);
  vi.advanceTimersByTime(990);
  expect(drawn()).toEqual(OLD);
  expect([table.view.phase, table.view.to_act]).toEqual([OPENING.view.phase, OPENING.view.to_act]);
  vi.advanceTimersByTime(10);
  expect(drawn()).toEqual(SEEN);
  expect([table.view.phase, table.view.to_act]).toEqual(["over", []]);
  table.reveals.catchUp();
  expect(drawn()).toEqual(NEW);
});

test("an event is told when its picture is seen, before what it reveals; those after it are told later", () => {
  tell();
  table.reveals.begin(1_000);
  expect(table.told).toEqual([]);
  table.reveals.told(1);
  expect(table.told.map(({ event }) => event.type)).toEqual(["Turned"]);
  expect(drawn()).toEqual(OLD);
  table.reveals.shown(2);
  expect(table.told.map(({ event }) => event.type)).toEqual(["Turned", "WonPile"]);
  table.reveals.catchUp();
  expect(table.told).toHaveLength(3);
});

test("what one sees alone, and the memory aid, wait with the card that they are from", () => {
  const own = (hand: string[]) => [{ seat: 0, view: { hand }, aid: { hand }, legal: [] }];
  const at = { lobby: { ...game.lobby, game: "toctoctoc" }, view: TOCTOCTOC.view };
  table = sitAt({ ...at, own: own(["taxi"]) });
  vi.advanceTimersByTime(100);
  const events = [
    { type: "Answered", seat: 1, opened: true, card: "plain-ghost", revealer: 1, rival: 0 },
    { type: "Joined", seat: 1, card: "plain-ghost" },
    { type: "Drew", seat: 0, card: "child" },
  ];
  const more = own(["taxi", "child"]);
  FakeSocket.last.tell({ type: "update", version: 11, at: 0, public: { events, view: {} }, own: more });
  table.reveals.begin(1_000);
  expect([table.own, table.aid]).toEqual([{ hand: ["taxi"] }, { hand: ["taxi"] }]);
  table.reveals.shown(2);
  expect([table.own, table.aid]).toEqual([{ hand: ["taxi"] }, { hand: ["taxi"] }]);
  table.reveals.skip();
  vi.advanceTimersByTime(5);
  expect([table.own, table.aid]).toEqual([{ hand: ["taxi", "child"] }, { hand: ["taxi", "child"] }]);
});

test("it waits no longer than a moment where the table shows nothing", () => {
  tell();
  expect(drawn()).toEqual(OLD);
  vi.advanceTimersByTime(5);
  expect(drawn()).toEqual(SEEN);
});

test("a table that shows several events in a row says which were shown: the others wait", () => {
  tell();
  table.reveals.begin(1_000);
  table.reveals.shown(table.happened.at(-1)!.key);
  expect(drawn()).toEqual([[0, 4, 0], null, 0, 2]);
});

test("a tap shows everything", () => {
  tell();
  table.reveals.begin(1_000);
  vi.advanceTimersByTime(5);
  table.reveals.skip();
  expect(drawn()).toEqual(SEEN);
});

test("a new connection shows everything", () => {
  tell();
  table.reveals.begin(1_000);
  comeBack({ ...game, version: 11, view: { ...OPENING.view, ...view }, own: [] });
  expect(drawn().slice(0, 2)).toEqual(NEW.slice(0, 2));
});

test("with less motion nothing waits", () => {
  motion.factor = 0;
  tell();
  table.reveals.begin(1_000);
  expect(drawn()).toEqual(NEW);
});

test("in a hidden tab nothing waits, and what waited is shown when it is hidden", () => {
  tell();
  table.reveals.begin(1_000);
  expect(drawn()).toEqual(OLD);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(drawn()).toEqual(NEW);
  FakeSocket.last.tell({ ...update, version: 12, public: { ...update.public, view: { scores: [0, 9, 0] } } });
  table.reveals.begin(1_000);
  expect(table.view.scores).toEqual([0, 9, 0]);
});

test("a new game begins with its own view", () => {
  tell();
  table.reveals.begin(1_000);
  const next = { lobby: { stage: "over" } };
  FakeSocket.last.tell({ type: "update", version: 12, at: 0, public: next });
  const begun = { lobby: { stage: "playing", number: 2 }, view: { ...OPENING.view, scores: [0, 0, 0] } };
  FakeSocket.last.tell({ type: "update", version: 13, at: 0, public: begun });
  expect(drawn()).toEqual([[0, 0, 0], null, 0, 0]);
});
