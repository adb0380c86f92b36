import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { LiveTable } from "../live/table.svelte";
import { HandView } from "./hand-view.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

/** A table of which only this counts: its screens, its seats, and whether something is asked here. */
class Table {
  screens = $state(0);
  mine = $state.raw<readonly number[]>([0]);
  asked = $state(false);
  readonly code = "owl-lamp-42";
  readonly seat = 0;
  hasHand = $state<boolean | null>(true);
  legal = () => (this.asked ? ["draw"] : []);
}

function seen(test: (hand: HandView, table: Table) => void, table = new Table()): void {
  const end = $effect.root(() => {
    const hand = new HandView(
      () => table as unknown as LiveTable,
      () => table.hasHand,
    );
    flushSync();
    test(hand, table);
  });
  end();
}

/** This person has said whether they are in the room with the screen. */
const says = (isInRoom: boolean) => localStorage.setItem("toctoc:room:owl-lamp-42", String(isInRoom));

it("asks each person once, and until they have said yes the whole table stays", () => {
  seen((hand, table) => {
    table.screens = 1;
    flushSync();
    expect([hand.isAsking, hand.isOn]).toEqual([true, false]);
    hand.answer(true);
    flushSync();
    expect([hand.isAsking, hand.isOn]).toEqual([false, true]);
  });
  seen((hand, table) => {
    table.screens = 1;
    flushSync();
    expect([hand.isAsking, hand.isOn]).toEqual([false, true]); // after a reload, too
  });
});

it("leaves the whole table to a person elsewhere, who may change their mind", () => {
  seen((hand, table) => {
    table.screens = 1;
    flushSync();
    hand.answer(false);
    flushSync();
    expect([hand.isAsking, hand.isOn]).toEqual([false, false]);
    hand.toggle(); // in the menu
    expect(hand.isOn).toBe(true);
  });
});

it("asks nothing while the table asks, and nothing where there is no choice", () => {
  seen((hand, table) => {
    table.asked = true;
    table.screens = 1;
    flushSync();
    expect(hand.isAsking).toBe(false);
    table.asked = false;
    flushSync();
    expect(hand.isAsking).toBe(true);
    table.mine = [];
    flushSync();
    expect(hand.isAsking).toBe(false);
  });
});

it("is on from the beginning where a screen is, after a reload with a question, too", () => {
  says(true);
  const table = new Table();
  table.screens = 1;
  [table.asked, table.hasHand] = [true, null];
  seen((hand) => {
    expect(hand.isOn).toBe(false);
    table.hasHand = true; // the game is loaded
    flushSync();
    expect(hand.isOn).toBe(true);
  }, table);
});

it("is not there in a game that needs the whole table on the phone", () => {
  const table = new Table();
  [table.hasHand, table.screens] = [false, 1];
  seen((hand) => expect([hand.isOffered, hand.isOn]).toEqual([false, false]), table);
});

it("waits for the end of a question", () => {
  says(true);
  seen((hand, table) => {
    table.asked = true;
    table.screens = 1;
    flushSync();
    expect([hand.isOffered, hand.isOn]).toEqual([true, false]);
    table.asked = false;
    flushSync();
    expect(hand.isOn).toBe(true);
  });
});

it("stays while a screen reconnects, and ends when it is gone", () => {
  says(true);
  seen((hand, table) => {
    table.screens = 1;
    flushSync();
    table.screens = 0;
    flushSync();
    vi.advanceTimersByTime(9_000);
    table.screens = 1;
    flushSync();
    vi.advanceTimersByTime(9_000);
    flushSync();
    expect(hand.isOn).toBe(true);
    table.screens = 0;
    flushSync();
    vi.advanceTimersByTime(10_000);
    flushSync();
    expect(hand.isOn).toBe(false);
  });
});

it("keeps the whole table where its player wants it, and not for spectators", () => {
  says(true);
  seen((hand, table) => {
    table.screens = 1;
    flushSync();
    hand.toggle();
    expect(hand.isOn).toBe(false);
  });
  seen((hand, table) => {
    table.screens = 1;
    flushSync();
    expect(hand.isOn).toBe(false);
    hand.toggle();
    expect(hand.isOn).toBe(true);
    table.mine = [];
    flushSync();
    expect(hand.isOn).toBe(false);
  });
});
