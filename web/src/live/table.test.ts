import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FakeSocket } from "../testing/socket";
import { comeBack, lobby, sitAt, startServer, stopServer, view, welcome } from "../testing/table";
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

test("it greets first, and shows what the welcome says", () => {
  expect(FakeSocket.last.sent[0]).toEqual({ type: "hello", protocol: 1 });
  expect(table.status).toBe("open");
  expect(table.seat).toBe(0);
  expect(table.legal(0)).toEqual(["look 1", "look 2"]);
});

test("an update changes only what it says", () => {
  FakeSocket.last.tell({
    type: "update",
    version: 11,
    at: 5,
    public: { view: { looks: [1, 0] } },
    own: [{ seat: 0, legal: ["look 2"] }],
  });
  expect(table.view).toEqual({ ...view, looks: [1, 0] });
  expect(table.legal(0)).toEqual(["look 2"]);
});

test("nothing may be done while an action is on its way, and all again after a refusal", () => {
  table.act("look 1");
  expect(table.sent).toBe("look 1");
  expect(table.legal(0)).toEqual([]);
  const { id } = FakeSocket.last.sent.at(-1) as { id: string };
  FakeSocket.last.tell({ type: "refused", id, code: "look/same-card", message: "" });
  expect(table.legal(0)).toEqual(["look 1", "look 2"]);
  expect(table.refused?.code).toBe("look/same-card");
});

test("what was not answered is sent again with the same id after the line broke", () => {
  table.act("look 1");
  const sent = FakeSocket.last.sent.at(-1);
  expect(comeBack().sent).toContainEqual(sent);
});

test("an answered message is not sent again", () => {
  table.act("look 1");
  const { id } = FakeSocket.last.sent.at(-1) as { id: string };
  FakeSocket.last.tell({ type: "done", id, version: 11 });
  expect(comeBack().sent.map((message) => message.type)).toEqual(["hello"]);
});

test("a move can be taken back while it waits for the line, and then never leaves", () => {
  FakeSocket.last.close();
  table.act("look 1");
  expect(table.delivery).toBe("here");
  table.takeBack();
  expect(table.sent).toBe(null);
  expect(comeBack().sent.map((message) => message.type)).toEqual(["hello"]);
});

test("a move that may have left cannot be taken back", () => {
  table.act("look 1");
  expect(table.delivery).toBe(null);
  table.takeBack();
  expect(table.sent).toBe("look 1");
});

test("a move that may have left cannot be taken back after the line broke either", () => {
  table.act("look 1");
  FakeSocket.last.close();
  expect(table.delivery).toBe("unsure");
  table.takeBack();
  expect(table.sent).toBe("look 1");
  expect(comeBack().sent.map((message) => message.type)).toEqual(["hello", "move"]);
});

test("a move that is not answered for 2 s is told of, until it is answered", () => {
  table.act("look 1");
  vi.advanceTimersByTime(1_999);
  expect(table.delivery).toBe(null);
  vi.advanceTimersByTime(1);
  expect(table.delivery).toBe("late");
  const { id } = FakeSocket.last.sent.find(({ type }) => type === "move") as { id: string };
  FakeSocket.last.tell({ type: "done", id, version: 11 });
  expect(table.delivery).toBe(null);
});

test("a move into a line that died in silence: late, then perhaps there, and sent again once the line is back", () => {
  FakeSocket.last.isAlive = false;
  table.act("look 1");
  const sent = FakeSocket.last.sent.at(-1);
  vi.advanceTimersByTime(2_000);
  expect(table.delivery).toBe("late");
  vi.advanceTimersByTime(6_000);
  expect(table.delivery).toBe("unsure");
  table.takeBack();
  expect(table.sent).toBe("look 1");
  expect(comeBack().sent).toContainEqual(sent);
  expect(table.delivery).toBe("late");
});

test("a glimpse that was not seen long enough comes again after a reload; a seen one never", () => {
  const glimpse = { type: "YouLookedAt", seat: 0, place: 1, card: "7" };
  FakeSocket.last.tell({
    type: "update",
    version: 11,
    at: 5,
    public: { events: [{ type: "LookedAt", seat: 0, place: 1 }] },
    own: [{ seat: 0, events: [glimpse] }],
  });
  expect(table.happened.map((one) => one.event)).toEqual([glimpse]);
  expect(comeBack({ version: 11 }).sent[0]).toEqual({ type: "hello", protocol: 1, version: 10 });
  table.glimpsed();
  expect(FakeSocket.last.sent).toContainEqual({ type: "seen", version: 11 });
  expect(comeBack({ version: 11 }).sent[0]).toEqual({ type: "hello", protocol: 1, version: 11 });
});

test("a long moment is shown whole, and then forgotten", () => {
  const dealt = Array.from({ length: 30 }, (_, index) => ({ type: "CardDealt", seat: index % 2 }));
  FakeSocket.last.tell({ type: "update", version: 11, at: 5, public: { events: dealt } });
  expect(table.happened).toHaveLength(30);
  FakeSocket.last.tell({ type: "update", version: 12, at: 6, public: { events: [{ type: "Passed", seat: 0 }] } });
  expect(table.happened).toHaveLength(16);
});

test("after a reload in the middle of a peek the table waits until the card was seen, however late it is drawn", () => {
  const glimpse = { type: "YouLookedAt", seat: 0, place: 1, card: "7" };
  const table = sitAt({ version: 11, missed: [{ version: 11, seat: 0, events: [glimpse] }] });
  const said = () => FakeSocket.last.sent.flatMap((one) => (one.type === "shown" ? [one.version] : []));
  vi.advanceTimersByTime(4_000); // the game's page is still on its way
  expect(said()).toEqual([0]); // not yet
  table.glimpsed();
  vi.advanceTimersByTime(10);
  expect(said()).toEqual([0, 11]);
  table.close();
});

test("it is known who else still looks at the end of a round", () => {
  const table = sitAt({ looking: [0, 1] });
  expect(table.looking).toEqual([1]);
  FakeSocket.last.tell({ type: "looking", seats: [0] });
  expect([table.looking, table.isEndAwaited]).toEqual([[], true]); // the others wait for this device, too
  table.close();
});

test("a glimpse that is being shown is not shown again when the page greets again", () => {
  const glimpse = { type: "YouLookedAt", seat: 0, place: 1, card: "7" };
  const shared = [{ type: "LookedAt", seat: 0, place: 1 }];
  FakeSocket.last.tell({
    type: "update",
    version: 11,
    at: 5,
    public: { events: shared },
    own: [{ seat: 0, events: [glimpse] }],
  });
  FakeSocket.last.tell({ ...welcome, version: 11, missed: [{ version: 11, seat: 0, events: [glimpse] }] });
  expect(table.happened.map((one) => one.event)).toEqual([glimpse]);
});

test("of what was missed, the own events stand for the public ones", () => {
  const glimpse = { type: "YouLookedAt", seat: 0, place: 1, card: "7" };
  comeBack({
    missed: [
      { version: 11, seat: null, events: [{ type: "LookedAt", seat: 0, place: 1 }] },
      { version: 11, seat: 0, events: [glimpse] },
    ],
  });
  expect(table.happened.map((one) => one.event)).toEqual([glimpse]);
});

test("a goodbye for good ends the line; the server's own end does not", () => {
  for (const code of ["server/ends", "store/stale"]) {
    FakeSocket.last.tell({ type: "bye", code, message: "" });
    expect(table.bye).toBe(null);
  }
  FakeSocket.last.tell({ type: "bye", code: "table/kicked", message: "" });
  expect(table.bye).toBe("table/kicked");
  expect(table.status).toBe("ended");
});

test("a seat that the lobby shows as a bot's is no longer ours", () => {
  FakeSocket.last.tell({
    type: "update",
    version: 11,
    at: 0,
    public: { lobby: { seats: [{ kind: "bot", name: "comte", bot: "comte" }, lobby.seats[1]] } },
  });
  expect(table.mine).toEqual([]);
});

/** A server that does not let this device in, and answers over HTTP. */
async function turnAway(times: number, answer: () => Response): Promise<void> {
  vi.stubGlobal("fetch", async () => answer());
  for (let time = 0; time < times; time += 1) {
    FakeSocket.last.close();
    await vi.advanceTimersByTimeAsync(5_000);
  }
}

const answers = (status: number, body: object) => () => new Response(JSON.stringify(body), { status });

test("a table that is gone is told of, instead of being tried for ever", async () => {
  FakeSocket.last.close();
  await vi.advanceTimersByTimeAsync(1_000);
  await turnAway(2, answers(404, { code: "table/unknown", message: "" }));
  expect(table.bye).toBe("table/unknown");
  expect(table.status).toBe("ended");
});

test("a table that is there but lets nobody in is told of, once it is sure", async () => {
  FakeSocket.last.close();
  await vi.advanceTimersByTimeAsync(1_000);
  await turnAway(2, answers(200, lobby));
  expect(table.bye).toBe(null);
  await turnAway(1, answers(200, lobby));
  expect(table.bye).toBe("line/refused");
});

test("a server that is away is waited for", async () => {
  FakeSocket.last.close();
  await vi.advanceTimersByTimeAsync(1_000);
  await turnAway(5, () => {
    throw new TypeError("no network");
  });
  await turnAway(5, answers(503, { code: "http/503", message: "" }));
  expect(table.bye).toBe(null);
  expect(table.status).toBe("lost");
});

const inLobby = { lobby: { ...lobby, stage: "lobby" }, view: undefined, own: [] };
const sentNow = (type: string) => FakeSocket.last.sent.filter((command) => command.type === type);

test("a part of the shuffle that comes too late is no news for the player", () => {
  const table = sitAt(inLobby);
  const [ready] = sentNow("ready");
  FakeSocket.last.tell({ type: "refused", id: (ready as { id: string }).id, code: "part/not-now", message: "" });
  expect(table.refused).toBeNull();
});

test("a start that is tapped twice is sent once, until the server has answered", () => {
  const table = sitAt(inLobby);
  table.start();
  table.startHere();
  table.start("apprenti");
  expect(table.isStarting).toBe(true);
  const [start, ...more] = sentNow("start");
  expect([start, more]).toEqual([expect.objectContaining({ type: "start", fill: null }), []]);
  FakeSocket.last.tell({ type: "refused", id: (start as { id: string }).id, code: "lobby/few", message: "" });
  expect(table.isStarting).toBe(false);
  table.startHere();
  expect(sentNow("start")).toHaveLength(2);
});

test("a start into a line that breaks is sent again with its id, and can be repeated once it is answered", () => {
  const table = sitAt(inLobby);
  table.start();
  const [start] = sentNow("start");
  comeBack(inLobby);
  expect(sentNow("start")).toEqual([start]);
  expect(table.isStarting).toBe(true);
  FakeSocket.last.tell({ type: "done", id: (start as { id: string }).id, version: 11 });
  expect(table.isStarting).toBe(false);
});

test("a chair that is tapped twice is sat on once; a neighbour may sit down meanwhile", () => {
  const table = sitAt({ ...inLobby, seats: [] });
  table.sit(0, "Anna", "owl");
  table.sit(0, "Anna", "owl");
  table.sit(1, "Ben", "cat", true);
  expect(sentNow("sit").map((command) => "seat" in command && command.seat)).toEqual([0, 1]);
});
