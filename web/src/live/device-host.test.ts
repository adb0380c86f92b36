import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FakeWorker } from "../testing/worker";
import { DeviceHost } from "./device-host";
import { deviceState } from "./device-state.svelte";

let host: DeviceHost;

beforeEach(() => {
  FakeWorker.started = [];
  host = new DeviceHost(() => new FakeWorker() as unknown as Worker);
});

afterEach(() => vi.useRealTimers());

/** Return the worker, ready. */
function ready(): FakeWorker {
  FakeWorker.last.tell({ is: "ready" });
  return FakeWorker.last;
}

function openedLine() {
  const line = host.open("/api/tables/local-a/ws");
  const seen: string[] = [];
  line.onopen = () => seen.push("open");
  line.onmessage = (text) => seen.push(text);
  line.onclose = () => seen.push("close");
  return { line, seen };
}

test("the worker starts with the first request, and everything waits until it is ready", async () => {
  expect(FakeWorker.started).toEqual([]);
  const answer = host.request("/api/games", {});
  const { line } = openedLine();
  expect(FakeWorker.last.received).toEqual([]);
  expect(deviceState.loaded).toBe(0);
  FakeWorker.last.tell({ is: "progress", loaded: 3, total: 4 });
  expect(deviceState.loaded).toBe(0.75);
  const worker = ready();
  expect(deviceState.loaded).toBeNull();
  expect(worker.received).toEqual([
    { is: "request", id: 1, method: "GET", path: "/api/games", body: "" },
    { is: "open", line: 2, path: "/api/tables/local-a/ws" },
  ]);
  expect(line.isOpen).toBe(false);
  worker.tell({ is: "answer", id: 1, status: 200, body: '{"games":[]}' });
  expect(await (await answer).json()).toEqual({ games: [] });
  expect(FakeWorker.started).toHaveLength(1);
});

test("answers find their requests, whatever their order, and their statuses", async () => {
  const first = host.request("/api/guest", { method: "POST", body: "{}" });
  const second = host.request("/api/tables/local-a", {});
  const worker = ready();
  worker.tell({ is: "answer", id: 2, status: 404, body: '{"code":"table/unknown"}' });
  worker.tell({ is: "answer", id: 1, status: 204, body: "" });
  expect((await first).status).toBe(204);
  expect((await second).status).toBe(404);
  expect(await (await second).json()).toEqual({ code: "table/unknown" });
});

test("a line is opened, carries texts both ways, and is closed from either end", () => {
  const [one, other] = [openedLine(), openedLine()];
  const worker = ready();
  worker.tell({ is: "opened", line: 1 });
  expect([one.line.isOpen, other.line.isOpen]).toEqual([true, false]);
  one.line.send("hello");
  worker.tell({ is: "message", line: 1, text: "welcome" });
  worker.tell({ is: "closed", line: 1 });
  expect(one.line.isOpen).toBe(false);
  expect([one.seen, other.seen]).toEqual([["open", "welcome", "close"], []]);
  other.line.close();
  other.line.close();
  one.line.close();
  expect(worker.received.slice(2)).toEqual([
    { is: "send", line: 1, text: "hello" },
    { is: "hang-up", line: 2 },
  ]);
});

test("after a crash lines close, requests fail as without a network, and the next starts another worker", async () => {
  const { line, seen } = openedLine();
  const worker = ready();
  worker.tell({ is: "opened", line: 1 });
  const lost = host.request("/api/games", {});
  worker.onerror?.();
  await expect(lost).rejects.toThrow(TypeError);
  expect(worker.isTerminated).toBe(true);
  expect(seen).toEqual(["open", "close"]);
  line.close();
  expect(FakeWorker.started).toHaveLength(1);
  worker.tell({ is: "message", line: 1, text: "late" });
  expect(seen).toEqual(["open", "close"]);
  const again = openedLine();
  expect(FakeWorker.started).toHaveLength(2);
  ready().tell({ is: "opened", line: 3 });
  expect(again.line.isOpen).toBe(true);
});

test("an engine that does not start is a refusal with its own words", async () => {
  const answer = host.request("/api/games", {});
  FakeWorker.last.tell({ is: "failed", reason: "no memory" });
  expect((await answer).status).toBe(503);
  expect(await (await answer).json()).toMatchObject({ code: "local/failed" });
  expect(deviceState.hasFailed).toBe(true);
  void host.request("/api/games", {});
  ready();
  expect(deviceState.hasFailed).toBe(false);
});

test("a worker that is silent for a minute while it starts has failed; a table's line tries again", async () => {
  vi.useFakeTimers();
  const answer = host.request("/api/games", {});
  const { seen } = openedLine();
  vi.advanceTimersByTime(50_000);
  FakeWorker.last.tell({ is: "progress", loaded: 4, total: 4 });
  vi.advanceTimersByTime(50_000);
  expect(FakeWorker.last.isTerminated).toBe(false);
  vi.advanceTimersByTime(10_000);
  expect(FakeWorker.last.isTerminated).toBe(true);
  expect(await (await answer).json()).toMatchObject({ code: "local/failed" });
  expect([deviceState.hasFailed, seen]).toEqual([true, ["close"]]);
});

test("a worker that has started may be silent", () => {
  vi.useFakeTimers();
  void host.request("/api/games", {});
  const worker = ready();
  vi.advanceTimersByTime(600_000);
  expect(worker.isTerminated).toBe(false);
});

test("an aborted request is not waited for", async () => {
  const stop = new AbortController();
  const answer = host.request("/api/tables", { signal: stop.signal });
  stop.abort();
  await expect(answer).rejects.toThrow("aborted");
  ready().tell({ is: "answer", id: 1, status: 200, body: "{}" });
});

test("games that are not kept are noted", () => {
  void host.request("/api/games", {});
  expect(deviceState.isUnkept).toBe(false);
  ready().tell({ is: "unkept" });
  expect(deviceState.isUnkept).toBe(true);
});
