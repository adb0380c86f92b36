import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import { FakeWorker } from "../testing/worker";
import { keptEngine } from "./kept-engine.svelte";
import { makeTable } from "./new-table";

const AT_SERVER = "hibou-lampe-42";
const HERE = "local-hibou-lampe-42";
let served: () => Promise<Response>;

/** Answers every request with a table's code. */
class Engine extends FakeWorker {
  constructor() {
    super();
    queueMicrotask(() => this.tell({ is: "ready" }));
  }

  override postMessage(message: Parameters<FakeWorker["postMessage"]>[0]): void {
    super.postMessage(message);
    if (message.is !== "request") return;
    this.tell({ is: "answer", id: message.id, status: 201, body: JSON.stringify({ code: HERE }) });
  }
}

beforeEach(async () => {
  await speak("en");
  served = () => Promise.resolve(Response.json({ code: AT_SERVER }, { status: 201 }));
  vi.stubGlobal("fetch", () => served());
  vi.stubGlobal("Worker", Engine);
  vi.spyOn(keptEngine, "look").mockResolvedValue(true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const lose = () => (served = () => Promise.reject(new TypeError("no network")));
const unplug = () => vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);

test("a server that answers has the table, though the engine is kept", async () => {
  expect(await makeTable({ game: "escalier" })).toBe(AT_SERVER);
});

test("without a network the table is made here at once", async () => {
  unplug();
  expect(await makeTable({ game: "escalier" })).toBe(HERE);
});

test.each([
  ["cannot be reached", lose],
  ["is behind a proxy that cannot reach it", () => (served = () => Promise.resolve(new Response("", { status: 502 })))],
])("the table is made here if the server %s", async (_, break_) => {
  break_();
  expect(await makeTable({ game: "escalier" })).toBe(HERE);
});

test("a refusal of the server is none of the network's", async () => {
  served = () => Promise.resolve(Response.json({ code: "table/too-many", message: "" }, { status: 429 }));
  await expect(makeTable({ game: "escalier" })).rejects.toMatchObject({ code: "table/too-many" });
});

test("no engine, no table without a server", async () => {
  vi.mocked(keptEngine.look).mockResolvedValue(false);
  unplug();
  lose();
  await expect(makeTable({ game: "escalier" })).rejects.toMatchObject({ code: "line/lost" });
});

test("a table for people elsewhere is never made here", async () => {
  unplug();
  lose();
  await expect(makeTable({ game: "escalier", isShared: true })).rejects.toMatchObject({ code: "line/lost" });
});
