import { afterEach, expect, test, vi } from "vitest";

import { FakeSocket } from "../testing/socket";
import { FakeWorker } from "../testing/worker";
import { Connection, type Status } from "./connection";
import { codeHere, device, hostOf, isLocal, server } from "./host";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a code tells whether its table is on this device", () => {
  expect(["local-hibou-lampe-42", "LOCAL-owl-1", "hibou-lampe-42", "my-local-9"].map(isLocal)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("a device that cannot store speaks of itself, not of a server", () => {
  expect(["store/full", "store/broken", "talk/one"].map(codeHere)).toEqual(["local/store", "local/store", "talk/one"]);
});

test("local tables are asked here, and everything else is the server's", () => {
  expect(hostOf("/api/tables/local-hibou-lampe-42/ws")).toBe(device);
  expect(hostOf("/api/tables/hibou-lampe-42/ws")).toBe(server);
  expect(hostOf("/api/games")).toBe(server);
});

test("a static site asks this device for everything", async () => {
  document.head.innerHTML = '<meta name="toctoc-site" content="static">';
  vi.resetModules();
  const { device, hostOf } = await import("./host");
  expect(hostOf("/api/games")).toBe(device);
  document.head.replaceChildren();
});

test("a line to this device outlasts the network, and silence", () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("Worker", FakeWorker);
  const statuses: Status[] = [];
  const connection = new Connection("/api/tables/local-a/ws", {
    message: () => {},
    status: (status) => statuses.push(status),
    version: () => undefined,
    refused: () => {},
  });
  vi.advanceTimersByTime(50_000); // the engine takes its time
  FakeWorker.last.tell({ is: "ready" });
  FakeWorker.last.tell({ is: "opened", line: 1 });
  FakeWorker.last.tell({ is: "message", line: 1, text: '{"type":"welcome"}' });
  dispatchEvent(new Event("offline"));
  vi.advanceTimersByTime(60_000);
  expect(statuses).toEqual(["connecting", "open"]);
  expect(FakeWorker.last.received.map(({ is }) => is)).toEqual(["open", "send"]);
  connection.close();
  expect(FakeSocket.opened).toEqual([]);
});
