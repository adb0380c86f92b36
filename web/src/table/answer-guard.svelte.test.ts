import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { NEW_QUESTION_MS } from "../lib/taps";
import { AnswerGuard, type GuardedTable } from "./answer-guard.svelte";

const REPLACE = ["replace 1", "replace 2", "replace 3", "discard"];
const WINDOW = ["snap 1", "snap 2", "snap 3", "pass"];

/** A table of Toc Chocottes with the questions of the test. */
class Table {
  readonly game = "chocottes";
  mine = $state.raw<readonly number[]>([0]);
  seat = $state<number | null>(0);
  curtain = $state<number | null>(null);
  asked = $state.raw<Record<number, readonly string[]>>({});
  sent = $state.raw<Record<number, string>>({});
  /** whether the table shows a move, and asks nothing meanwhile */
  isShowing = $state(false);

  get newest() {
    const seats = Object.keys(this.asked).map(Number);
    return { to_act: seats.filter((seat) => this.asked[seat]!.length > 0) };
  }

  legal = (seat: number | null) =>
    (this.sentBy(seat) === null && !this.isShowing ? (this.asked[seat ?? -1] ?? []) : []) as never[];
  sentBy = (seat: number | null) => this.sent[seat ?? -1] ?? null;
}

let table: Table;
let guard: AnswerGuard;
let main: HTMLElement;
let stop: () => void;
let clicked: string[];

/** Ask the seats of this device, each with its legal actions. */
function ask(asked: Record<number, readonly string[]>): void {
  table.asked = { ...table.asked, ...asked };
  flushSync();
}

/** Draw targets: a button for each action of a seat, one beside the other. */
function draw(actions: readonly string[], seat = 0): HTMLElement[] {
  const row = document.createElement("div");
  row.dataset.actor = String(seat);
  main.append(row);
  return actions.map((action, at) => {
    const button = document.createElement("button");
    button.dataset.action = action;
    button.getBoundingClientRect = () => new DOMRect(50 * at, 100 * seat, 40, 40);
    button.addEventListener("click", () => clicked.push(button.dataset.action!));
    row.append(button);
    return button;
  });
}

/** Let the buttons do something else, as the next question has it. */
function relabel(buttons: readonly HTMLElement[], actions: readonly string[]): void {
  buttons.forEach((button, at) => (button.dataset.action = actions[at]!));
}

const press = (on: Element) => on.dispatchEvent(new Event("pointerdown", { bubbles: true }));
const lift = (on: Element) => {
  on.dispatchEvent(new Event("pointerup", { bubbles: true }));
  on.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
};
const tap = (on: Element) => (press(on), lift(on));

/** Send a move, as the table does once something was tapped; the server answers a little later. */
function answered(action: string, next: Record<number, readonly string[]>, seat = 0, after = 50): void {
  table.sent = { ...table.sent, [seat]: action };
  flushSync();
  vi.advanceTimersByTime(after);
  const { [seat]: _, ...sent } = table.sent;
  table.sent = sent;
  ask(next);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(10_000);
  clicked = [];
  table = new Table();
  main = document.body.appendChild(document.createElement("main"));
  stop = $effect.root(() => {
    guard = new AnswerGuard(() => table as unknown as GuardedTable);
    const leave = guard.watch(main);
    return () => leave?.();
  });
  flushSync();
});

afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.useRealTimers();
});

test("the second tap on a card that was replaced does not throw the new one", () => {
  ask({ 0: REPLACE });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  const cards = draw(REPLACE.slice(0, 3));
  tap(cards[2]!);
  answered("replace 3", { 0: WINDOW });
  relabel(cards, WINDOW);
  expect(guard.isOn).toBe(true);
  tap(cards[2]!);
  expect(clicked).toEqual(["replace 3"]);
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  expect(guard.isOn).toBe(false);
});

test("a slow second tap on the same place does not throw; another card, and the same one later, may be thrown", () => {
  ask({ 0: REPLACE });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  const cards = draw(REPLACE.slice(0, 3));
  tap(cards[2]!);
  answered("replace 3", { 0: WINDOW });
  relabel(cards, WINDOW);
  vi.advanceTimersByTime(850); // 0.9 s after the first tap
  tap(cards[2]!);
  expect(clicked).toEqual(["replace 3"]);
  tap(cards[1]!);
  expect(clicked).toEqual(["replace 3", "snap 2"]);
  vi.advanceTimersByTime(400);
  tap(cards[2]!);
  expect(clicked).toEqual(["replace 3", "snap 2", "snap 3"]);
});

test("nor however late the server answers, nor does a second tap on discard pass", () => {
  ask({ 0: REPLACE });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  const buttons = draw(["replace 3", "discard"]);
  tap(buttons[1]!);
  answered("discard", { 0: WINDOW }, 0, 5_000);
  relabel(buttons, ["snap 3", "pass"]);
  for (const button of buttons) tap(button);
  expect(clicked).toEqual(["discard"]);
});

test("C9: the first throw of a race that another player opened counts at once; to pass waits", () => {
  ask({ 0: ["draw"] });
  const [pile] = draw(["draw"]);
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  tap(pile!);
  answered("draw", { 0: [] });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  ask({ 0: WINDOW });
  const [first, second, , pass] = draw(WINDOW);
  tap(pass!);
  expect(clicked).toEqual(["draw"]);
  tap(first!);
  expect(clicked).toEqual(["draw", "snap 1"]);
  answered("snap 1", { 0: WINDOW });
  tap(first!);
  expect(clicked).toEqual(["draw", "snap 1"]);
  tap(second!); // which has not moved: it is the one that is meant
  expect(clicked).toEqual(["draw", "snap 1", "snap 2"]);
});

test("a throw that may have been meant for the race before does not count in the next", () => {
  ask({ 0: WINDOW });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  ask({ 0: [] });
  vi.advanceTimersByTime(NEW_QUESTION_MS / 2);
  ask({ 0: WINDOW });
  tap(draw(WINDOW)[0]!);
  expect(clicked).toEqual([]);
});

test("a press counts for the question at which it began, whenever it ends", () => {
  const [card] = draw(["snap 1"]);
  press(card!);
  ask({ 0: WINDOW });
  vi.advanceTimersByTime(10 * NEW_QUESTION_MS);
  lift(card!);
  expect(clicked).toEqual([]);
  tap(card!);
  expect(clicked).toEqual(["snap 1"]);
});

test("of two cards to look at, the second may be tapped at once, but the same place may not", () => {
  const LOOKS = ["look 1", "look 2", "look 3"];
  ask({ 0: LOOKS });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  const cards = draw(LOOKS);
  tap(cards[0]!);
  answered("look 1", { 0: LOOKS.slice(1) });
  cards[0]!.dataset.action = "look 2"; // as if the others had moved up
  tap(cards[0]!);
  expect(clicked).toEqual(["look 1"]);
  tap(cards[2]!);
  expect(clicked).toEqual(["look 1", "look 3"]);
});

test.each([
  [4, ["look 1", "look 2"]],
  [60, ["look 1"]],
])("a second card that has moved by %i px meanwhile", (by, sent) => {
  const LOOKS = ["look 1", "look 2"];
  ask({ 0: LOOKS });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  const cards = draw(LOOKS);
  const box = vi.spyOn(cards[1]!, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 100, 80, 120));
  tap(cards[0]!);
  answered("look 1", { 0: LOOKS.slice(1) });
  box.mockReturnValue(new DOMRect(0, 100 - by, 80, 120));
  tap(cards[1]!);
  expect(clicked).toEqual(sent);
});

test("a second card may be tapped at once though the server's answer came before the next question", () => {
  const LOOKS = ["look 1", "look 2"];
  ask({ 0: LOOKS });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  const cards = draw(LOOKS);
  tap(cards[0]!);
  table.isShowing = true;
  answered("look 1", { 0: LOOKS.slice(1) });
  table.isShowing = false;
  flushSync();
  tap(cards[1]!);
  expect(clicked).toEqual(["look 1", "look 2"]);
});

test("a press on a second card that began before the server's answer counts too", () => {
  const LOOKS = ["look 1", "look 2"];
  ask({ 0: LOOKS });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  const cards = draw(LOOKS);
  tap(cards[0]!);
  table.sent = { 0: "look 1" };
  flushSync();
  press(cards[1]!);
  answered("look 1", { 0: LOOKS.slice(1) });
  lift(cards[1]!);
  expect(clicked).toEqual(["look 1", "look 2"]);
});

test("another player's look, shown for a moment, neither renews the question nor takes a tap away", () => {
  const LOOKS = ["look 1", "look 2", "look 3"];
  const showLook = () => [true, false].forEach((isOn) => ((table.isShowing = isOn), flushSync()));
  ask({ 0: LOOKS });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  const cards = draw(LOOKS);
  press(cards[0]!);
  showLook();
  lift(cards[0]!);
  answered("look 1", { 0: LOOKS.slice(1) });
  showLook();
  tap(cards[1]!);
  expect(clicked).toEqual(["look 1", "look 2"]);
});

test("another player's turn between makes the same element a new question", () => {
  ask({ 0: REPLACE });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  const cards = draw(REPLACE);
  tap(cards[0]!);
  answered("replace 1", { 0: [] });
  ask({ 0: REPLACE }); // it is this player's turn again
  tap(cards[1]!);
  expect(clicked).toEqual(["replace 1"]);
});

test("players who share a device race each other: none waits for the other's throw", () => {
  table.mine = [0, 1];
  ask({ 0: REPLACE });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  const own = draw(["replace 3"], 0);
  tap(own[0]!);
  answered("replace 3", { 0: WINDOW, 1: WINDOW });
  relabel(own, ["snap 3"]);
  const [theirs] = draw(["snap 3"], 1);
  tap(own[0]!);
  expect(clicked).toEqual(["replace 3"]);
  tap(theirs!);
  expect(clicked).toEqual(["replace 3", "snap 3"]);
});

test("what is behind a curtain is a new question once it opens", () => {
  table.curtain = 0;
  ask({ 0: REPLACE });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  table.curtain = null;
  flushSync();
  const [card] = draw(["replace 1"]);
  tap(card!);
  expect(clicked).toEqual([]);
});

test("a key and assistive technology, which click without a pointer, wait as long and no longer", () => {
  ask({ 0: REPLACE });
  const [card] = draw(["replace 1"]);
  card!.click();
  expect([clicked, guard.takes(card!)]).toEqual([[], false]);
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  expect(guard.takes(card!)).toBe(true);
  card!.click();
  expect(clicked).toEqual(["replace 1"]);
});

test("a key that is held down answers one question, and another key the next", () => {
  ask({ 0: REPLACE });
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  const [card] = draw(["replace 1"]);
  const enter = (more: object = {}) =>
    card!.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, ...more }));
  enter();
  card!.click();
  answered("replace 1", { 0: ["draw"] });
  relabel([card!], ["draw"]);
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  enter({ repeat: true });
  card!.click();
  expect(clicked).toEqual(["replace 1"]);
  document.body.dispatchEvent(new KeyboardEvent("keyup", { key: "Enter", bubbles: true })); // the focus went elsewhere
  vi.advanceTimersByTime(1);
  card!.click();
  expect(clicked).toEqual(["replace 1", "draw"]);
});

test("what answers no question waits for nothing", () => {
  ask({ 0: REPLACE });
  const scores = main.appendChild(document.createElement("button"));
  scores.addEventListener("click", () => clicked.push("scores"));
  tap(scores);
  expect([clicked, guard.takes(scores)]).toEqual([["scores"], true]);
});
