import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import type { LiveTable } from "../live/table.svelte";
import { liveRegion } from "../narration/announcer.svelte";
import { FakeSocket } from "../testing/socket";
import { comeBack, lobby, sitAt, startServer, stopServer, view } from "../testing/table";
import CallBar from "../ui/CallBar.svelte";
import { call } from "../ui/call.svelte";
import Dialog from "../ui/Dialog.svelte";
import Attending from "../testing/Attending.svelte";
import Gathering from "./Gathering.svelte";

const [anna, ben] = lobby.seats;
const over = { ...lobby, stage: "over", asking: [], begins: 0, may_start: 0 };
const ready = (seat: object | undefined) => ({ ...seat, again: true });

let table: LiveTable;
let mounted: Record<string, unknown>[] = [];

beforeEach(async () => {
  startServer();
  await speak("en");
  table = sitAt({ lobby: over });
});
afterEach(async () => {
  await Promise.all(mounted.map((one) => unmount(one)));
  mounted = [];
  call.closed = "";
  stopServer();
});

function show(component: typeof Gathering | typeof Attending): void {
  mounted.push(mount(component, { target: document.body, props: { table } }));
  flushSync();
}

function tell(changes: object, more: object = {}): void {
  FakeSocket.last.tell({ type: "update", version: 11, at: 0, public: { lobby: changes }, ...more });
  flushSync();
}

/** Ben has no connection since this time. */
function gone(since: number): void {
  FakeSocket.last.tell({ type: "absent", at: since, absent: [{ seat: 1, since }] });
  flushSync();
}

const button = () => document.querySelector<HTMLButtonElement>(".gathering .warm")!;
const sent = (type: string) => FakeSocket.last.sent.filter((message) => message.type === type);
const faces = () => [...document.querySelectorAll("[data-ready]")].map((one) => one.getAttribute("data-ready"));

const bar = () => document.querySelector("[data-testid=call]")?.textContent;

function answer(): void {
  const { id } = FakeSocket.last.sent.at(-1) as { id: string };
  FakeSocket.last.tell({ type: "done", id, version: 12 });
  flushSync();
}

test("a second tap on the button does not take the first one back", () => {
  show(Gathering);
  expect(faces()).toEqual(["false", "false"]);
  button().click();
  button().click();
  tell({ seats: [ready(anna), ben], may_start: 20_000 });
  answer();
  button().click();
  expect(sent("again")).toMatchObject([{ on: true }]);
  expect(sent("start")).toEqual([]);
  expect(faces()).toEqual(["true", "false"]);
});

test("whoever waits for one that never answers may start in the end", () => {
  show(Gathering);
  tell({ seats: [ready(anna), ben], may_start: 20_000 });
  expect(button().textContent).toContain("Start without waiting (20)");
  expect(document.body.textContent).toContain("Waiting for Ben.");
  vi.advanceTimersByTime(20_100);
  flushSync();
  expect(button().getAttribute("aria-disabled")).toBe("false");
  button().click();
  expect(sent("start")).toHaveLength(1);
});

test("once most are ready nobody who still reads is counted down", () => {
  show(Gathering);
  tell({ seats: [anna, ready(ben)], begins: 10_000, may_start: 20_000 });
  vi.advanceTimersByTime(12_000);
  flushSync();
  expect(document.body.textContent).toContain("Ben wants to play again.");
  expect(document.body.textContent).not.toContain("Starts in");
  tell({ seats: [ready(anna), ben] }); // Ben reads, so that Anna may start after a while
  vi.advanceTimersByTime(20_100);
  flushSync();
  expect(button().textContent).toContain("Start without waiting");
  expect(button().getAttribute("aria-disabled")).toBe("false");
});

test("once most are ready it counts down for people without a connection, from the moment when they went", () => {
  show(Gathering);
  gone(5_000);
  tell({ seats: [ready(anna), ben], begins: 10_000, may_start: 20_000 }, { at: 5_000 });
  vi.advanceTimersByTime(3_000);
  flushSync();
  expect(button().textContent).toContain("Starts in 7");
  expect(button().getAttribute("aria-disabled")).toBe("true");
});

test("a player is called by a bar and the title, and the screen reader says it once", () => {
  show(Attending);
  tell({ seats: [anna, ready(ben)], may_start: 20_000 });
  vi.advanceTimersByTime(200);
  expect(liveRegion.text).toBe("Ben wants to play again.");
  expect(call.now?.text).toBe("Ben wants to play again.");
  expect(document.title).toBe("▶ Ben wants to play again");
  vi.advanceTimersByTime(5_000);
  tell({ begins: 10_000 });
  vi.advanceTimersByTime(200);
  expect(liveRegion.text).toBe(""); // only the countdown has begun
  tell({ seats: [anna, ben], begins: 0 });
  expect(call.now).toBe(null);
  expect(document.title).not.toContain("▶");
});

test("a player who is ready and reads on keeps the row and the countdown, in a bar that asks nothing", () => {
  const close = () => document.querySelector<HTMLButtonElement>("[data-testid=call] [aria-label=Close]")!;
  show(Attending);
  mounted.push(mount(CallBar, { target: document.body }));
  tell({ seats: [ready(anna), ben], may_start: 20_000 });
  expect(bar()).toContain("Waiting for Ben.");
  expect(faces()).toEqual(["true", "false"]);
  expect(document.querySelectorAll("[data-testid=call] button")).toHaveLength(1); // it can be closed
  expect(document.title).toBe("Toctoc");
  close().click();
  flushSync();
  expect(bar()).toBeUndefined();
  gone(0);
  tell({ begins: 10_000 }); // now the game replaces what the player reads
  vi.advanceTimersByTime(3_000);
  flushSync();
  expect(bar()).toContain("7");
  close().click();
  vi.advanceTimersByTime(1_000);
  flushSync();
  expect(bar()).toBeUndefined();
  tell({ seats: [anna, ready(ben)] }); // another call
  expect(bar()).toContain("Ben wants to play again.");
  expect(faces()).toEqual(["false", "true"]);
  tell({ seats: [ready(anna), ready(ben)] });
  expect(bar()).toBeUndefined();
});

test("an open dialog has the call, and only the topmost one", async () => {
  const bars = () => [...document.querySelectorAll("[data-testid=call]")].map((one) => one.closest("dialog")?.id ?? "");
  const open = (id: string) => {
    const children = createRawSnippet(() => ({ render: () => `<p>${id}</p>` }));
    const dialog = mount(Dialog, { target: document.body, props: { title: id, close: () => {}, children } });
    document.querySelector("dialog:not([id])")!.id = id;
    return dialog;
  };
  HTMLDialogElement.prototype.showModal = () => {}; // jsdom has none
  show(Attending);
  mounted.push(mount(CallBar, { target: document.body }));
  tell({ seats: [anna, ready(ben)], may_start: 20_000 });
  expect(bars()).toEqual([""]);
  const [below, above] = [open("below"), open("above")];
  await vi.waitFor(() => expect(bars()).toEqual(["above"]));
  await unmount(above);
  await vi.waitFor(() => expect(bars()).toEqual(["below"]));
  await unmount(below);
  flushSync();
  expect(bars()).toEqual([""]);
});

test("a bar that is new lets the taps through that were on their way", () => {
  const isNew = () => document.querySelector("[data-testid=call]")!.classList.contains("new");
  show(Attending);
  mounted.push(mount(CallBar, { target: document.body }));
  tell({ seats: [anna, ready(ben)], may_start: 20_000 });
  expect(isNew()).toBe(true);
  vi.advanceTimersByTime(700);
  flushSync();
  expect(isNew()).toBe(false);
  tell({ seats: [ready(anna), ben] }); // it says something else
  expect(isNew()).toBe(true);
});

test("a chair that is kept is known from the update that takes the seat, and after a reload", () => {
  const asking = [{ asker: 11, name: "Anna", granted: true, kept: true }];
  tell({ seats: [{ kind: "bot", name: "comte", bot: "comte" }, ben], asking }, { seats: [] });
  expect(table.asked).toBe(11);
  comeBack({ lobby: { ...over, stage: "playing", asking }, seats: [], asker: 15 });
  expect(table.asked).toBe(15);
});

test("a game is no longer drawn once its chairs are removed for the next one", () => {
  expect(table.hasGame).toBe(true);
  expect(view.scores).toHaveLength(2);
  tell({ seats: [anna] }, { seats: [0] });
  expect([table.hasGame, table.isBeginning]).toEqual([false, true]);
  vi.advanceTimersByTime(1_000);
  expect(table.isBeginning).toBe(false);
});

test("a suggested game is named in the call, on the button and to the screen reader", () => {
  show(Attending);
  show(Gathering);
  tell({ seats: [anna, ready(ben)], may_start: 20_000 });
  vi.advanceTimersByTime(5_000);
  tell({ next_game: "escalier" });
  vi.advanceTimersByTime(200);
  expect(liveRegion.text).toBe("Ben suggests: The Haunted Staircase");
  expect(call.now?.text).toBe("Ben suggests: The Haunted Staircase");
  expect(button().textContent).toContain("Play The Haunted Staircase");
  vi.advanceTimersByTime(600);
  button().click();
  expect(sent("again")).toMatchObject([{ on: true, fill: "apprenti" }]);
  tell({ seats: [ready(anna), ben] });
  expect(document.body.textContent).toContain("The Haunted Staircase: waiting for Ben.");
});

test("a player whose wish another suggestion replaces reads it, and can hold on to it", () => {
  show(Attending);
  show(Gathering);
  tell({ seats: [ready(anna), ben], may_start: 20_000 });
  vi.advanceTimersByTime(5_000);
  const before = sent("again").length;
  tell({ seats: [anna, ready(ben)], next_game: "escalier" });
  vi.advanceTimersByTime(200);
  const text = "Ben suggests: The Haunted Staircase. You wanted: Toc Chocottes";
  expect([liveRegion.text, call.now?.text]).toEqual([text, text]);
  expect(document.querySelector(".gathering .line")?.textContent).toContain(text);
  button().click(); // it was on its way to the other game
  expect(sent("again")).toHaveLength(before);
  vi.advanceTimersByTime(600);
  const rather = document.querySelector<HTMLButtonElement>(".wish")!;
  expect(rather.textContent).toBe("Rather Toc Chocottes");
  rather.click();
  expect(sent("again").slice(before)).toMatchObject([{ on: true, game: "chocottes" }]);
  tell({ seats: [ready(anna), ben], next_game: "" });
  expect(document.querySelector(".wish")).toBe(null);
});

test("a player who takes the wish back is reminded of nothing", () => {
  show(Attending);
  show(Gathering);
  tell({ seats: [ready(anna), ben], may_start: 20_000 });
  tell({ seats: [anna, ben], may_start: 0 });
  tell({ seats: [anna, ready(ben)], next_game: "escalier" });
  expect(document.querySelector(".wish")).toBe(null);
  expect(call.now?.text).toBe("Ben suggests: The Haunted Staircase");
});

test("the view of the last game is forgotten when another game is chosen", () => {
  tell({ game: "escalier", seats: [anna, ben] }, { seats: [0] });
  expect([table.game, table.hasGame, table.isBeginning]).toEqual(["escalier", false, true]);
});
