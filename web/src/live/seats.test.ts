import { afterEach, beforeEach, expect, test } from "vitest";

import { FakeSocket } from "../testing/socket";
import { comeBack, lobby, sitAt, startServer, stopServer } from "../testing/table";
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

const tell = (more: object) => FakeSocket.last.tell({ type: "update", version: 11, at: 5, public: {}, ...more });

test("seats that are moved together or given away are told by the server", () => {
  const [, other] = lobby.seats;
  tell({ seats: [1], public: { lobby: { seats: [other, lobby.seats[0]] } } });
  expect([table.mine, table.seat]).toEqual([[1], 1]);
  tell({ version: 12, seats: [] });
  expect([table.mine, table.seat]).toEqual([[], null]);
});

test("who gets a chair after a game watches the end of it", () => {
  const guest = { kind: "person", name: "Dora" };
  tell({ seats: [2], public: { lobby: { stage: "over", seats: [...lobby.seats, guest] } } });
  expect(table.mine).toEqual([2]);
  expect(table.seat).toBe(null);
});

test("a wish for a chair is known by the number that its answer has, and outlasts a reload", () => {
  expect(table.asked).toBe(null);
  table.askForChair("Dora", "owl");
  const { id } = FakeSocket.last.sent.at(-1) as { id: string };
  FakeSocket.last.tell({ type: "done", id: "another", version: 3 });
  expect(table.asked).toBe(null);
  FakeSocket.last.tell({ type: "done", id, version: 17 });
  expect(table.asked).toBe(17);
  comeBack();
  expect(table.asked).toBe(17);
});
