/** Fakes a server: a table, its welcome, and its messages. */

import { vi } from "vitest";

import { LiveTable } from "../live/table.svelte";
import { FakeSocket } from "./socket";

export const view = {
  to_act: [0, 1],
  active: 0,
  scores: [0, 0],
  winners: null,
  phase: "look",
  row_sizes: [4, 4],
  looks: [0, 0],
};
export const lobby = {
  code: "hibou-lampe-42",
  game: "chocottes",
  settings: { players: 2, options: {}, listed: false, clock: "none", free_text: false, hints: false },
  stage: "playing",
  number: 1,
  seats: [
    { kind: "person", name: "Anna" },
    { kind: "person", name: "Ben" },
  ],
  commitment: "00",
};
export const welcome = {
  type: "welcome",
  protocol: 1,
  version: 10,
  at: 0,
  lobby,
  seats: [0],
  creator: true,
  view,
  own: [{ seat: 0, view: { drawn: null }, legal: ["look 1", "look 2"] }],
};

const tables: LiveTable[] = [];

/** Play the server in place of the network, with a clock that stands still. */
export function startServer(): void {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  sessionStorage.clear();
  localStorage.clear();
}

/** Close all tables: an open one would react in the files after this one, too. */
export function stopServer(): void {
  for (const table of tables.splice(0)) table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
}

/** Come to the table; the welcome has arrived. */
export function sitAt(changes: object = {}): LiveTable {
  const made = new LiveTable("hibou-lampe-42", "/api/tables/hibou-lampe-42/ws");
  FakeSocket.last.open();
  FakeSocket.last.tell({ ...welcome, ...changes });
  tables.push(made);
  return made;
}

/** Lose the connection and get it again; the second welcome has arrived. */
export function comeBack(changes: object = {}): FakeSocket {
  FakeSocket.last.close();
  vi.advanceTimersByTime(1_000);
  FakeSocket.last.open();
  FakeSocket.last.tell({ ...welcome, ...changes });
  return FakeSocket.last;
}
