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

it("is on from the beginning where a screen is, after a reload with a question, too", () => {
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

it("waits for the end of a question", () =>
  seen((hand, table) => {
    table.asked = true;
    table.screens = 1;
    flushSync();
    expect([hand.isOffered, hand.isOn]).toEqual([true, false]);
    table.asked = false;
    flushSync();
    expect(hand.isOn).toBe(true);
  }));

it("stays while a screen reconnects, and ends when it is gone", () =>
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
  }));

it("keeps the whole table where its player wants it, and not for spectators", () => {
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
