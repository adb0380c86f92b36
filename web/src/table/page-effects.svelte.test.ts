import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import { settings } from "../lib/settings.svelte";
import type { LiveTable } from "../live/table.svelte";
import type { Pace } from "../protocol";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer, welcome } from "../testing/table";
import { keepColours, requestExtendedTime, sendPace } from "./page-effects.svelte";

let table: LiveTable;
let stop: () => void;

beforeEach(() => startServer());
afterEach(() => {
  stop();
  table.close();
  Object.assign(settings, { isUnhurried: false, pace: "normal" });
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

test("the pace is sent if it is not the normal one, after a new connection, and when it is normal again", () => {
  const paces = () => FakeSocket.last.sent.filter(({ type }) => type === "pace").map((one) => (one as Pace).pace);
  table = sitAt();
  stop = $effect.root(() => sendPace(() => table));
  flushSync();
  expect(paces()).toEqual([]);
  for (const pace of ["fast", "step", "slow"] as const) {
    settings.pace = pace;
    flushSync();
  }
  expect(paces()).toEqual(["fast", "normal", "slow"]);
  FakeSocket.last.tell(welcome);
  flushSync();
  expect(paces()).toEqual(["fast", "normal", "slow", "slow"]);
  Object.assign(settings, { pace: "fast", isUnhurried: true });
  flushSync();
  expect(paces().at(-1)).toBe("slow");
});

test("each seat has the colour of its player, who keeps it when seats are removed", () => {
  const colours = () => [0, 1].map((seat) => document.documentElement.style.getPropertyValue(`--seat-${seat}`));
  table = sitAt();
  stop = $effect.root(() => keepColours(() => table));
  flushSync();
  expect(colours()).toEqual(["", ""]);
  FakeSocket.last.tell({ type: "update", version: 11, at: 5, public: { lobby: { colours: [0, 2] } } });
  flushSync();
  expect(colours()).toEqual(["var(--colour-0)", "var(--colour-2)"]);
  FakeSocket.last.tell({ type: "update", version: 12, at: 6, public: { lobby: { colours: [] } } });
  flushSync();
  expect(colours()).toEqual(["", ""]);
});
