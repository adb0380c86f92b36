import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer, view, welcome } from "../testing/table";
import type { LiveTable } from "./table.svelte";

let table: LiveTable;

beforeEach(() => {
  startServer();
  table = sitAt();
});

afterEach(() => {
  table.close();
  stopServer();
});

test("a curtain falls before the next player at this device, and until then nothing private is shown", () => {
  table.close();
  table = sitAt({ seats: [0, 1], own: [...welcome.own, { seat: 1, view: { drawn: "9" }, legal: ["look 1"] }] });
  expect(table.curtain).toBe(0);
  expect(table.own).toBe(null);
  table.take(0);
  expect(table.curtain).toBe(null);
  expect(table.own).toEqual({ drawn: null });
  FakeSocket.last.tell({ type: "update", version: 11, at: 5, public: { view: { to_act: [1] } } });
  expect(table.curtain).toBe(1);
  expect(table.own).toBe(null);
  expect(table.aid).toBe(null);
  table.take(1);
  expect(table.own).toEqual({ drawn: "9" });
});

function sitTogether(changes: object = {}): LiveTable {
  table.close();
  return sitAt({
    seats: [0, 1],
    own: [...welcome.own, { seat: 1, view: { drawn: "9" }, legal: ["look 1"] }],
    ...changes,
  });
}

const events = () => table.happened.map((one) => one.event);
const offered = { type: "Offered", seat: 0, to: 1 };
const mine = { type: "YouOffered", seat: 0, to: 1, card: "child" };
const looked = { type: "LookedAt", seat: 0, place: 1 };
const glimpse = { type: "YouLookedAt", seat: 0, place: 1, card: "7" };

test("what one saw is gone when the device goes to the neighbour, and nothing is told twice", () => {
  table = sitTogether();
  table.take(0);
  FakeSocket.last.tell({
    type: "update",
    version: 11,
    at: 5,
    public: { events: [offered] },
    own: [{ seat: 0, events: [mine] }],
  });
  expect(events()).toEqual([mine]);
  const keys = table.happened.map((one) => one.key);
  FakeSocket.last.tell({ type: "update", version: 12, at: 5, public: { view: { to_act: [1] } } });
  expect(events()).toEqual([offered]);
  table.take(1);
  expect(events()).toEqual([offered]);
  expect(table.happened.map((one) => one.key)).toEqual(keys);
});

test("what is dealt is told to nobody before somebody has taken the device", () => {
  table = sitTogether({ lobby: { ...lobby, stage: "dealing" } });
  const dealt = { seat: 0, events: [{ type: "CardDealtToYou", seat: 0, card: "child" }], view: { hand: ["child"] } };
  const changes = {
    events: [{ type: "CardDealt", seat: 0 }],
    lobby: { stage: "playing" },
    view: { to_act: [2], active: 2 },
  };
  FakeSocket.last.tell({ type: "update", version: 11, at: 5, public: changes, own: [dealt] });
  expect(table.curtain).toBe(null); // a player on another device begins
  expect(table.seat).toBe(null);
  expect(table.own).toBe(null);
  expect(events()).toEqual([{ type: "CardDealt", seat: 0 }]);
});

test("a glimpse is shown before the curtain falls", () => {
  table = sitTogether();
  table.take(0);
  FakeSocket.last.tell({
    type: "update",
    version: 11,
    at: 5,
    public: { events: [looked], view: { to_act: [1] } },
    own: [{ seat: 0, events: [glimpse] }],
  });
  expect(events()).toEqual([glimpse]);
  expect(table.curtain).toBe(null);
  vi.advanceTimersByTime(1);
  expect(table.curtain).toBe(null);
  table.glimpsed();
  expect(table.curtain).toBe(1);
  expect(events()).toEqual([looked]);
});

test("what all see is seen before the device is handed on", () => {
  table = sitTogether();
  table.take(0);
  const exchanged = { type: "Exchanged", seat: 0, place: 1, other: 1, other_place: 1 };
  const end = table.reveals.begin(1_000);
  FakeSocket.last.tell({
    type: "update",
    version: 11,
    at: 5,
    public: { events: [exchanged], view: { to_act: [1] } },
  });
  vi.advanceTimersByTime(1);
  expect(table.curtain).toBe(null);
  end.cancel();
  expect(table.curtain).toBe(1);
});

test("a glimpse that comes again after a reload is for the one who looked, behind the curtain", () => {
  table = sitTogether({
    view: { ...view, to_act: [1] },
    version: 11,
    missed: [{ version: 11, seat: 0, events: [glimpse] }],
  });
  expect(table.curtain).toBe(0);
  expect(events()).toEqual([]);
  table.take(0);
  expect(events()).toContainEqual(glimpse);
  expect(table.curtain).toBe(null);
  table.glimpsed();
  expect(FakeSocket.last.sent).toContainEqual({ type: "seen", version: 11 });
  expect(table.curtain).toBe(1);
});

test("a glimpse of a game that is over keeps no curtain open in the next one", () => {
  table = sitTogether();
  table.take(0);
  FakeSocket.last.tell({
    type: "update",
    version: 11,
    at: 5,
    public: { events: [looked] },
    own: [{ seat: 0, events: [glimpse] }],
  });
  FakeSocket.last.tell({ type: "update", version: 12, at: 5, public: { lobby: { stage: "over" } } });
  FakeSocket.last.tell({
    type: "update",
    version: 13,
    at: 5,
    public: { lobby: { stage: "playing", number: 2 }, view: { to_act: [1] } },
  });
  expect(table.curtain).toBe(1);
});

test("in a snap window no curtain falls: all throw at once", () => {
  table.close();
  table = sitAt({ seats: [0, 1] });
  table.take(0);
  FakeSocket.last.tell({
    type: "update",
    version: 11,
    at: 5,
    public: { view: { to_act: [1], phase: "window" }, window: 0 },
  });
  expect(table.curtain).toBe(null);
});

test("of a step that shows two players at this device a card each, both see theirs, one after the other", () => {
  table = sitTogether();
  table.take(0);
  const other = { type: "YouLookedAt", seat: 1, place: 2, card: "9" };
  FakeSocket.last.tell({
    type: "update",
    version: 11,
    at: 5,
    public: { events: [looked] },
    own: [
      { seat: 0, events: [glimpse] },
      { seat: 1, events: [other] },
    ],
  });
  expect(events()).toEqual([glimpse]);
  const seen = { type: "seen", version: 11 };
  table.glimpsed();
  expect(table.curtain).toBe(1);
  expect(events()).toEqual([looked]);
  expect(FakeSocket.last.sent).not.toContainEqual(seen);
  table.take(1);
  expect(events()).toContainEqual(other);
  table.glimpsed();
  expect(FakeSocket.last.sent).toContainEqual(seen);
  expect(events()).not.toContainEqual(glimpse);
});
