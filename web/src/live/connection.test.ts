import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Connection, type Status } from "./connection";
import { Pending } from "./pending.svelte";
import { FakeSocket } from "../testing/socket";

let statuses: Status[];
let shut: number;
let connection: Connection;
let pending: Pending;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.opened = [];
  statuses = [];
  shut = 0;
  connection = new Connection("/here", {
    message: () => {},
    status: (status) => statuses.push(status),
    version: () => undefined,
    refused: () => (shut += 1),
    unanswered: () => pending.unanswered(),
  });
  pending = new Pending(connection);
});

afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function greeted(): FakeSocket {
  FakeSocket.last.open();
  FakeSocket.last.tell({ type: "welcome" });
  return FakeSocket.last;
}

test("a second hello on a healthy line is answered, and the line stays", () => {
  const socket = greeted();
  dispatchEvent(new Event("online"));
  expect(socket.sent.map((message) => message.type)).toEqual(["hello", "hello"]);
  socket.tell({ type: "welcome" });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.opened).toEqual([socket]);
  expect(statuses.at(-1)).toBe("open");
});

test("a line that does not answer the second hello is left at once, however long its closing takes", () => {
  const socket = greeted();
  socket.close = () => {}; // as over a network that is gone
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(4_000);
  expect(FakeSocket.opened).toHaveLength(2);
  socket.tell({ type: "welcome" });
  expect(statuses.at(-1)).toBe("lost");
});

test("a silent line is asked after 5 s, and stays as long as it answers", () => {
  const socket = greeted();
  vi.advanceTimersByTime(2_499);
  expect(socket.sent.map(({ type }) => type)).toEqual(["hello"]);
  vi.advanceTimersByTime(1);
  expect(socket.sent.map(({ type }) => type)).toEqual(["hello", "ping"]);
  vi.advanceTimersByTime(60_000);
  expect(socket.sent.filter(({ type }) => type === "ping")).toHaveLength(25);
  expect(FakeSocket.opened).toEqual([socket]);
  expect(statuses.at(-1)).toBe("open");
});

test("what is heard spares the question", () => {
  const socket = greeted();
  for (let time = 0; time < 10; time += 1) {
    vi.advanceTimersByTime(2_000);
    socket.tell({ type: "update", version: time, at: 0, public: {} });
  }
  expect(socket.sent.map(({ type }) => type)).toEqual(["hello"]);
});

test("a line that died in silence is lost after 5.5 s, and tried again", () => {
  const socket = greeted();
  socket.isAlive = false;
  socket.close = () => {}; // as over a network that is gone
  vi.advanceTimersByTime(5_499);
  expect(statuses.at(-1)).toBe("open");
  vi.advanceTimersByTime(1);
  expect(statuses.at(-1)).toBe("lost");
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.opened).toHaveLength(2);
  greeted();
  expect(statuses.at(-1)).toBe("open");
});

test("a line that is not let through while connecting is tried again after 8 s", () => {
  FakeSocket.last.open();
  vi.advanceTimersByTime(8_000);
  expect(statuses.at(-1)).toBe("lost");
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.opened).toHaveLength(2);
});

test("without a network the line is lost at once, and tried at once when there is one again", () => {
  const socket = greeted();
  dispatchEvent(new Event("offline"));
  expect(statuses.at(-1)).toBe("lost");
  expect(socket.readyState).toBe(3);
  const tried = FakeSocket.opened.length;
  dispatchEvent(new Event("online"));
  expect(FakeSocket.opened).toHaveLength(tried + 1);
  greeted();
  expect(statuses.at(-1)).toBe("open");
});

test("whoever hurries leaves no half-open line behind", () => {
  const [first] = FakeSocket.opened;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSocket.opened).toHaveLength(2);
  expect(first!.readyState).toBe(3);
  expect(statuses).not.toContain("lost");
});

test("what is asked while the welcome is heard is sent once", () => {
  connection.close();
  connection = new Connection("/here", {
    message: ({ type }) => void (type === "welcome" && pending.ask({ type: "start" })),
    status: () => {},
    version: () => undefined,
    refused: () => {},
    unanswered: () => pending.unanswered(),
  });
  pending = new Pending(connection);
  expect(greeted().sent.map((message) => message.type)).toEqual(["hello", "start"]);
});

test("a door that was shut twice in a row is told of; a line that broke is not", () => {
  FakeSocket.last.close();
  expect(shut).toBe(0);
  vi.advanceTimersByTime(1_000);
  FakeSocket.last.close();
  expect(shut).toBe(1);
  vi.advanceTimersByTime(5_000);
  greeted().close();
  expect(shut).toBe(1);
});

test("after the end nothing is heard and nothing is tried", () => {
  const socket = greeted();
  connection.close();
  socket.tell({ type: "welcome" });
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(60_000);
  expect(statuses.at(-1)).toBe("ended");
  expect(FakeSocket.opened).toEqual([socket]);
});

test("a table that went to another server is found there, with what was not answered, and without a word", () => {
  const first = greeted();
  const id = pending.ask({ type: "start" });
  first.tell({ type: "bye", code: "store/stale", message: "" });
  first.close();
  vi.advanceTimersByTime(400);
  const second = greeted();
  expect(second).not.toBe(first);
  expect(second.sent.at(-1)).toEqual({ type: "start", id });
  vi.advanceTimersByTime(4_000);
  expect(statuses).toEqual(["connecting", "open", "open"]);
});

test("a server that is not back in a moment after its goodbye is told of", () => {
  const socket = greeted();
  socket.tell({ type: "bye", code: "server/ends", message: "" });
  socket.close();
  vi.advanceTimersByTime(1_999);
  expect(statuses.at(-1)).toBe("open");
  vi.advanceTimersByTime(1);
  expect(statuses.at(-1)).toBe("lost");
});
