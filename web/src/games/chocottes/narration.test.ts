import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../../lang/language.svelte";
import { announcer, liveRegion } from "../../narration/announcer.svelte";
import type { ChocottesCard, ChocottesEvent, ChocottesView } from "../../protocol";
import { announcementsOf } from "../../narration/events";
import { FakeScene } from "../../testing/scene.svelte";
import { spoken } from "./narration";
import { OPENING } from "./testing";
import { question, shortly } from "./words";

beforeAll(() => speak("en"));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  announcer.hush();
  vi.useRealTimers();
});

const scene = (view: Partial<ChocottesView>, drawn: ChocottesCard | null = null) =>
  new FakeScene(OPENING, { view, own: { drawn }, legal: ["pass"] });

function said(at: FakeScene<"chocottes">, events: readonly ChocottesEvent[]): string {
  return announcementsOf(at, events, { spoken: spoken as never })
    .map(({ text }) => text)
    .filter(Boolean)
    .join(" ");
}

const wrong = (seat: number): ChocottesEvent[] => [
  { type: "Snapped", seat, place: 1, card: "8", right: false },
  { type: "CardAdded", seat },
];

test("C11 whoever throws in vain hears it before the question, however much is still to be heard", () => {
  const window = scene({ phase: "window", window: { value: 6, passed: [] } });
  for (let n = 0; n < 9; n += 1) {
    announcer.tell(announcementsOf(window, wrong(0), { spoken: spoken as never }));
    announcer.ask(question(window), shortly(window));
    vi.advanceTimersByTime(1_500);
    expect(liveRegion.text.trim()).toMatch(
      /^(You throw an 8: wrong! One more card\.|8: wrong!) (Do you have a 6\? Throw it!|A 6\?)$/,
    );
    announcer.ask("");
  }
});

test("C11 of the others it is said that they threw in vain, and nothing of a card that one sees", () => {
  expect(said(scene({ phase: "window", window: { value: 6, passed: [] } }), wrong(1))).toBe("Ben throws an 8: wrong!");
});

test("a question in the fewest words is still the question", () => {
  expect(shortly(scene({ phase: "window", window: { value: 9, passed: [] } }))).toBe("A 9?");
  expect(shortly(scene({ phase: "place" }, "dream-12"))).toBe("A dream 12 (Van Peer, worth 0). Where?");
  expect(shortly(scene({ phase: "turn" }))).toBe("Your turn");
  expect(shortly(scene({ phase: "look" }))).toBe("Which card?");
  expect(shortly(scene({ phase: "effect", effects: [{ seat: 0, value: 7 }] }))).toBe("The 7?");
});

const points = [15, 17, 2];
const round: ChocottesEvent[] = [
  { type: "Knocked", seat: 1, rows: [["1", "14"], ["dream-10", "9"], ["2"]] },
  { type: "TileDrawn", penalty: 8 },
  { type: "RoundEnded", ended: "knocked", points, totals: points, payers: [1], by: 1 },
];
const last_round = { ended: "knocked", knocker: 1, tile: 8, points } as const;

test("C20 the end of a round is who knocked, the sums and the tile", () => {
  const at = scene({ phase: "look", round: 2, last_round });
  expect(said(at, round)).toBe("Ben knocked. Anna 15, Ben 9, Cleo 2. Tile for Ben: 8.");
  at.seat = 1;
  expect(said(at, round)).toBe("You knocked. Anna 15, Ben 9, Cleo 2. Tile for you: 8.");
});

test("C21, C22 a round that ends without a knock, too", () => {
  const rows: ChocottesCard[][] = [["1"], ["2"], ["3"]];
  const shown = (by: number | null, ended: "row-empty" | "pile-empty", payers: number[]): ChocottesEvent[] => [
    { type: "RowsShown", rows: rows.map((row, seat) => (seat === by ? [] : row)) },
    { type: "TileDrawn", penalty: 6 },
    { type: "RoundEnded", ended, points: [7, 8, 9], totals: [7, 8, 9], payers, by },
  ];
  const at = scene({ phase: "look", round: 2, last_round: { ...last_round, knocker: null, tile: 6 } });
  expect(said(at, shown(null, "pile-empty", [0, 1, 2]))).toBe(
    "The pile is empty: the round is over. Anna 1, Ben 2, Cleo 3. Tile for Anna, Ben and Cleo: 6.",
  );
  expect(said(at, shown(1, "row-empty", [0, 2]))).toContain("Ben has no card left: the round is over.");
});

test("C24 at the end of the game it is heard who has won", () => {
  const over: ChocottesEvent = { type: "GameOver", scores: [15, 52, 2], winners: [2] };
  const at = scene({ phase: "over", winners: [2], scores: [15, 52, 2], last_round });
  expect(said(at, [over])).toBe("The game is over! Cleo wins! Anna 15, Ben 52, Cleo 2.");
});
