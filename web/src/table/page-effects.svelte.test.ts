import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import { settings } from "../lib/settings.svelte";
import type { LiveTable } from "../live/table.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import { requestExtendedTime } from "./page-effects.svelte";

let table: LiveTable;
let stop: () => void;

beforeEach(() => startServer());
afterEach(() => {
  stop();
  table.close();
  settings.isUnhurried = false;
  flushSync();
  stopServer();
});

function sit(changes: object = {}): void {
  table = sitAt(changes);
  stop = $effect.root(() => requestExtendedTime(() => table));
  flushSync();
}
const said = () =>
  FakeSocket.last.sent.filter(({ type }) => type === "calm").map((one) => (one as { on?: boolean }).on);
function told(calm: boolean): void {
  const seats = [{ ...lobby.seats[0], calm }, lobby.seats[1]];
  FakeSocket.last.tell({ type: "update", version: 11, at: 5, public: { lobby: { seats } } });
  flushSync();
}

test("the table is told once that somebody takes their time, and once that they do no longer", () => {
  sit();
  expect(said()).toEqual([]);
  settings.isUnhurried = true;
  flushSync();
  expect(said()).toEqual([true]);
  told(true);
  expect(said()).toEqual([true]);
  settings.isUnhurried = false;
  flushSync();
  told(false);
  expect(said()).toEqual([true, false]);
});

test("a game without windows is not told", () => {
  settings.isUnhurried = true;
  sit({ lobby: { ...lobby, game: "escalier" } });
  expect(said()).toEqual([]);
});
