import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Connection, type Line } from "./connection";
import { Wire } from "../testing/socket";

let lines: Line[];
let shut: number;
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  Wire.opened = [];
  lines = [];
  shut = 0;
  connection = new Connection("ws://here", {
    told: () => {},
    line: (line) => lines.push(line),
    shown: () => undefined,
    shut: () => (shut += 1),
  });
});

afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function greeted(): Wire {
  Wire.last.open();
  Wire.last.tell({ type: "welcome" });
  return Wire.last;
}

test("a second hello on a healthy line is answered, and the line stays", () => {
  const wire = greeted();
  dispatchEvent(new Event("online"));
  expect(wire.sent.map((message) => message.type)).toEqual(["hello", "hello"]);
  wire.tell({ type: "welcome" });
  vi.advanceTimersByTime(60_000);
  expect(Wire.opened).toEqual([wire]);
  expect(lines.at(-1)).toBe("open");
});

test("a line that does not answer the second hello is left at once, however long its closing takes", () => {
  const wire = greeted();
  wire.close = () => {}; // as over a network that is gone
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(4_000);
  expect(Wire.opened).toHaveLength(2);
  wire.tell({ type: "welcome" });
  expect(lines.at(-1)).toBe("lost");
});

test("whoever hurries leaves no half-open line behind", () => {
  const [first] = Wire.opened;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(Wire.opened).toHaveLength(2);
  expect(first!.readyState).toBe(3);
  expect(lines).not.toContain("lost");
});

test("what is asked while the welcome is heard is sent once", () => {
  connection.close();
  connection = new Connection("ws://here", {
    told: ({ type }) => void (type === "welcome" && connection.ask({ type: "start" })),
    line: () => {},
    shown: () => undefined,
    shut: () => {},
  });
  expect(greeted().sent.map((message) => message.type)).toEqual(["hello", "start"]);
});

test("a door that was shut twice in a row is told of; a line that broke is not", () => {
  Wire.last.close();
  expect(shut).toBe(0);
  vi.advanceTimersByTime(1_000);
  Wire.last.close();
  expect(shut).toBe(1);
  vi.advanceTimersByTime(5_000);
  greeted().close();
  expect(shut).toBe(1);
});

test("after the end nothing is heard and nothing is tried", () => {
  const wire = greeted();
  connection.close();
  wire.tell({ type: "welcome" });
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(60_000);
  expect(lines.at(-1)).toBe("ended");
  expect(Wire.opened).toEqual([wire]);
});
