import { afterEach, beforeEach, expect, test } from "vitest";

import { FakeSocket } from "../testing/socket";
import { sitAt, startServer, stopServer } from "../testing/table";
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

const asked = () => (FakeSocket.last.sent.at(-1) as { id: string }).id;

function answer(action = "look 2", id = asked()): void {
  FakeSocket.last.tell({ type: "hinted", id, action, reason: "look", params: {} });
}

function update(changes: object): void {
  FakeSocket.last.tell({ type: "update", version: 11, at: 5, public: {}, ...changes });
}

test("a hint is thought of, then given to the seat that asked, and to no other", () => {
  table.hints.ask(0);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "hint", seat: 0 });
  expect(table.hints.isAskedBy(0)).toBe(true);
  answer();
  expect(table.hints.isAskedBy(0)).toBe(false);
  expect(table.advised).toBe("look 2");
  expect(table.hints.givenTo(1)).toBe(null);
});

test("whoever waits no longer is not told afterwards", () => {
  table.hints.ask(0);
  const id = asked();
  table.hints.stop();
  answer("look 2", id);
  expect(table.advised).toBe(null);
});

test("a refusal ends the thinking", () => {
  table.hints.ask(0);
  FakeSocket.last.tell({ type: "refused", id: asked(), code: "hint/not-now", message: "" });
  expect(table.hints.isAskedBy(0)).toBe(false);
});

test("the next event takes a hint away", () => {
  table.hints.ask(0);
  answer();
  update({ public: { events: [{ type: "LookedAt", seat: 1, place: 1 }] } });
  expect(table.advised).toBe(null);
});

test("an event is no reason to stop thinking, another question is", () => {
  table.hints.ask(0);
  update({ public: { events: [{ type: "LookedAt", seat: 1, place: 1 }] } });
  expect(table.hints.isAskedBy(0)).toBe(true);
  update({ version: 12, own: [{ seat: 0, legal: ["look 1"] }] });
  expect(table.hints.isAskedBy(0)).toBe(false);
});

test("what may not be done, or not any more, is not advised", () => {
  table.hints.ask(0);
  answer("look 4");
  expect(table.advised).toBe(null);
  table.hints.ask(0);
  answer("look 1");
  table.act("look 2");
  expect(table.advised).toBe(null);
});
