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

test("the result comes when the last cards were shown on every device, or after some seconds", async () => {
  const end = { lobby: { stage: "over" }, view: over.view };
  open({ lobby: { ...over.lobby, stage: "playing" }, view: OPENING.view });
  await drawn();
  FakeSocket.last.tell({ type: "looking", seats: [1], screen: true });
  tell({ public: end });
  expect(isOver()).toBe(false);
  FakeSocket.last.tell({ type: "looking", seats: [], screen: true }); // the television shows them still
  flushSync();
  expect(isOver()).toBe(false);
  FakeSocket.last.tell({ type: "looking", seats: [] });
  flushSync();
  await drawn();
  expect(isOver()).toBe(true);
  tell({ public: { lobby: { stage: "playing", number: 2 }, view: OPENING.view } });
  FakeSocket.last.tell({ type: "looking", seats: [2] });
  tell({ version: 12, public: { ...end, lobby: { ...end.lobby, number: 2 } } });
  await vi.advanceTimersByTimeAsync(7_900);
  flushSync();
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await drawn();
  expect(isOver()).toBe(true); // that device has lost its line
});

test("the result offers another game in sight, beside the look back, and only once", async () => {
  open();
  await drawn();
  const others = () =>
    [...document.querySelectorAll(".actions .button")].filter((one) => one.textContent.includes("Another game"));
  expect(others()).toHaveLength(1);
  expect(others()[0]!.closest("#more")).toBeNull();
  document.querySelector<HTMLButtonElement>(".more")!.click();
  flushSync();
  expect(others()).toHaveLength(1);
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
