import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { loadGame } from "../games";
import { OPENING } from "../games/escalier/testing";
import { speak } from "../lang/language.svelte";
import { settings } from "../lib/settings.svelte";
import type { LiveTable } from "../live/table.svelte";
import { FakeSocket } from "../testing/socket";
import { comeBack, lobby, sitAt, startServer, stopServer } from "../testing/table";
import Playing from "./Playing.svelte";

const seats = ["Anna", "Ben", "Cleo"].map((name) => ({ kind: "person", name }));
const over = {
  lobby: { ...lobby, game: "escalier", stage: "over", seats, asking: [] },
  view: { ...OPENING.view, phase: "over", to_act: [], winners: [0] },
  own: [],
};
const turned = { type: "Turned", seat: 0, place: "red", child: "red", right: true };
let shown: Record<string, unknown> | undefined;

beforeEach(async () => {
  startServer();
  await speak("en");
  settings.pace = "normal";
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no record")));
  await loadGame("escalier", false);
  await import("./Result.svelte");
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
  stopServer();
});

const isOver = () => document.querySelector("#result") !== null;
const heading = () => document.querySelector("#result")?.textContent;

function open(changes: object = {}): LiveTable {
  const table = sitAt({ ...over, ...changes });
  shown = mount(Playing, { target: document.body, props: { table } });
  flushSync();
  return table;
}

/** Wait until the game's table is there. */
async function drawn(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await tick();
  flushSync();
  expect(document.querySelector("main [data-place]")).not.toBeNull();
}

function tell(told: object): void {
  FakeSocket.last.tell({ type: "update", version: 11, at: 0, ...told });
  flushSync();
}

test("the result comes after what the table has to show, and not before the table", async () => {
  open({ missed: [{ version: 9, seat: null, events: [turned] }] });
  expect(isOver()).toBe(false);
  await drawn();
  expect([document.querySelector(".child") !== null, isOver()]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(2_500);
  await drawn();
  expect(isOver()).toBe(true);
});

test("the result stays, whatever is shown, until the next game begins", async () => {
  const table = open();
  await drawn();
  expect(isOver()).toBe(true);
  table.reveals.begin(1_000);
  flushSync();
  expect(isOver()).toBe(true);
  tell({ public: { lobby: { stage: "dealing" } } });
  expect(isOver()).toBe(true);
  tell({ public: { lobby: { stage: "playing", number: 2 }, view: OPENING.view } });
  expect(isOver()).toBe(false);
});

test("the result comes after the last move at a table that is already there", async () => {
  open({ lobby: { ...over.lobby, stage: "playing" }, view: OPENING.view });
  await drawn();
  tell({ public: { lobby: { stage: "over" }, view: over.view, events: [turned] } });
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(2_500);
  await drawn();
  expect(isOver()).toBe(true);
});

test("a new connection after the end leaves the result, or brings that of a later game", async () => {
  open();
  await drawn();
  expect(heading()).toContain("You");
  comeBack({ ...over, version: 12 });
  flushSync();
  expect(heading()).toContain("You");
  comeBack({ ...over, version: 40, lobby: { ...over.lobby, number: 2 }, view: { ...over.view, winners: [1] } });
  await drawn();
  expect(heading()).toContain("Ben");
});
