import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../../lang/language.svelte";
import { announcer, liveRegion } from "../../narration/announcer.svelte";
import type { ChocottesAction, ChocottesCard, ChocottesEvent, ChocottesView } from "../../protocol";
import { FakeScene } from "../../testing/scene.svelte";
import { OPENING } from "./testing";
import Table from "./Table.svelte";

type Chocottes = FakeScene<"chocottes">;

let shown: ReturnType<typeof mount> | undefined;

beforeAll(() => speak("en"));
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
  vi.useRealTimers();
});

function table(view: Partial<ChocottesView>, legal: ChocottesAction[] = []): Chocottes {
  const scene = new FakeScene(OPENING, { view: { discard: 1, top: "3", ...view }, legal });
  shown = mount(Table, { target: document.body, props: { scene } });
  flushSync();
  return scene;
}

function tell(scene: Chocottes, events: ChocottesEvent[], view: Partial<ChocottesView> = {}): void {
  scene.tell(events, view);
  flushSync();
}

const page = () => document.body.innerHTML;
const mine = (place: number) => document.querySelectorAll<HTMLElement>(".near [role=group] button")[place - 1];
const offered = () =>
  [...document.querySelectorAll<HTMLElement>("[data-action]")].map((one) => one.dataset.action).sort();

const lines = () => [...document.querySelectorAll("[data-testid=news] p")].map((one) => one.textContent).reverse();

test("C11 a wrong throw is said in words, with its player's colour, for as long as one reads it", () => {
  const scene = table({ phase: "window", window: { value: 3, passed: [] } });
  const wrong: ChocottesEvent = { type: "Snapped", seat: 1, place: 1, card: "9", right: false };
  tell(scene, [wrong, { type: "CardAdded", seat: 1 }], { row_sizes: [4, 5, 4] });
  expect(lines()).toEqual(["Ben throws a 9: wrong! One more card."]);
  expect(document.querySelector<HTMLElement>("[data-testid=news] .player")?.style.color).toBe("var(--seat-1)");
  vi.advanceTimersByTime(3_500);
  flushSync();
  expect(lines()).toHaveLength(1);
  vi.advanceTimersByTime(500);
  flushSync();
  expect(lines()).toEqual([]); // and it cannot be reread (C27)
});

test("C17, C18 who exchanged which card with me, and who gave me one, is said", () => {
  const scene = table({ phase: "effect", active: 1, effects: [{ seat: 1, value: 12 }] });
  tell(scene, [{ type: "Exchanged", seat: 1, place: 2, other: 0, other_place: 3 }]);
  expect(lines()).toEqual(["Ben swaps with you: card 2 for your card 3."]);
  expect(document.querySelectorAll(".marked")).toHaveLength(2);
  expect(mine(3)?.style.getPropertyValue("--by")).toBe("var(--seat-1)"); // and both cards are marked by the player
  tell(
    scene,
    [
      { type: "Gave", seat: 2, to: 0 },
      { type: "CardAdded", seat: 0 },
    ],
    { row_sizes: [5, 4, 4] },
  );
  expect(lines()).toEqual(["Ben swaps with you: card 2 for your card 3.", "Cleo gives you a card from the pile."]);
  tell(scene, [{ type: "YouLookedAt", seat: 0, place: 1, card: "dream-12" }]); // private events are only seen
  expect(lines().join()).not.toMatch(/Van Peer|dream/);
});

test("nothing is left of the language that was spoken before", async () => {
  const scene = table({ phase: "turn" });
  tell(scene, [{ type: "Gave", seat: 2, to: 0 }]);
  expect(lines()).toEqual(["Cleo gives you a card from the pile."]);
  await speak("fr");
  flushSync();
  expect(lines()).toEqual([]);
  await speak("en");
});

/** Ben knocks in vain: a round is over, and the next one is dealt in the same breath. */
function knocked(scene: Chocottes): void {
  const rows: ChocottesCard[][] = [["1", "14"], ["dream-10", "9"], ["2"]];
  const points = [15, 17, 2];
  tell(
    scene,
    [
      { type: "Knocked", seat: 1, rows },
      { type: "TileDrawn", penalty: 8 },
      { type: "RoundEnded", ended: "knocked", points, totals: points, payers: [1], by: 1 },
      { type: "RoundBegan", round: 2, starter: 1 },
      ...[0, 1, 2].flatMap((seat) => Array<ChocottesEvent>(4).fill({ type: "CardDealt", seat })),
    ],
    {
      round: 2,
      phase: "look",
      to_act: [0, 1, 2],
      row_sizes: [4, 4, 4],
      scores: points,
      last_round: { ended: "knocked", knocker: 1, tile: 8, points },
    },
  );
}
const cardsOnTable = () => document.querySelectorAll(".near [role=group] button, .seat [role=group] button").length;
const sumOf = (seat: number) => document.querySelector(`[data-sum="${seat}"]`)?.textContent.replace(/\s+/g, " ").trim();

test("C20 a tap on the lamp, Enter or Space ends the lamp alone, and nothing below it can be tapped", () => {
  const atWindow = vi.fn();
  window.addEventListener("click", atWindow);
  for (const end of [
    (lamp: HTMLElement) => lamp.click(),
    () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })),
  ]) {
    const scene = table({});
    knocked(scene);
    const centre = document.querySelector<HTMLElement>(".centre")!;
    expect([centre.inert, centre.querySelector("[data-testid=next]") !== null]).toEqual([true, true]);
    const lamp = document.querySelector<HTMLElement>(".knocked .knocked")!;
    end(lamp);
    flushSync();
    expect(centre.inert).toBe(false);
    expect(scene.reveals.isOn).toBe(true); // the end of the round is still to be seen
    expect(atWindow).not.toHaveBeenCalled(); // where a tap at the table ends it
    void unmount(shown!);
    shown = undefined;
  }
  window.removeEventListener("click", atWindow);
});

test("C20 at the end of a round all rows lie open, with who knocked, the tile and the sums", () => {
  const scene = table({ phase: "turn", row_sizes: [2, 2, 1] }, ["draw", "knock"]);
  scene.moves = { 0: ["look 1", "look 2", "look 3", "look 4"] };
  knocked(scene);
  expect(page()).toContain("dream-10");
  expect(mine(2)?.getAttribute("aria-label")).toBe("Card 2: 14 Reaper");
  expect(cardsOnTable()).toBe(5); // the next round is not dealt yet
  expect(document.querySelector("[data-testid=round-end]")?.textContent).toContain("Knock, knock! Ben ends the round.");
  expect([0, 1, 2].map(sumOf)).toEqual(["15 points", "9 +8 = 17 points", "2 points"]);
  expect(offered()).toEqual([]);
});

test("C26 the next round is dealt when one goes on, and then one may look", () => {
  const scene = table({ phase: "turn", row_sizes: [2, 2, 1] });
  scene.moves = { 0: ["look 1", "look 2", "look 3", "look 4"] };
  knocked(scene);
  document.querySelector<HTMLElement>("[data-testid=next]")?.click();
  flushSync();
  expect(page()).not.toMatch(/dream-10|Reaper/);
  expect(cardsOnTable()).toBe(12);
  expect(offered()).toEqual(["look 1", "look 2", "look 3", "look 4"]);
});

test("C26 nobody waits for long: after 8 seconds the next round is dealt", () => {
  const scene = table({ phase: "turn", row_sizes: [2, 2, 1] });
  knocked(scene);
  vi.advanceTimersByTime(7_900);
  flushSync();
  expect(page()).toContain("dream-10");
  tell(scene, [{ type: "LookedAt", seat: 2, place: 1 }]); // Cleo has gone on already
  expect(page()).toContain("dream-10");
  vi.advanceTimersByTime(200);
  flushSync();
  expect(page()).not.toContain("dream-10");
  expect(cardsOnTable()).toBe(12);
});

test("C26 all see how soon the next round is dealt by itself, and a screen reader says it once", async () => {
  const goesOn = () => document.querySelector("[data-testid=goes-on]")?.textContent;
  const scene = table({ phase: "turn", row_sizes: [2, 2, 1] });
  announcer.hush();
  scene.looking = [1];
  knocked(scene);
  expect(goesOn()).toBe("Goes on by itself in 8 seconds");
  await vi.advanceTimersByTimeAsync(200);
  expect(liveRegion.text).toContain("Goes on by itself in 8 seconds");
  vi.advanceTimersByTime(5_000);
  flushSync();
  expect([goesOn(), liveRegion.text]).toEqual(["Goes on by itself in 3 seconds", ""]);
  document.querySelector<HTMLElement>("[data-testid=next]")?.click();
  vi.advanceTimersByTime(2_000);
  flushSync();
  expect([waiting(), goesOn()]).toEqual(["Waiting for Ben…", "Goes on by itself in 1 second"]);
});

test("a round that is over counts no time where only a tap goes on", () => {
  const scene = table({ phase: "turn", row_sizes: [2, 2, 1] });
  scene.tempo.isStep = true;
  knocked(scene);
  expect(document.querySelector("[data-testid=goes-on]")?.textContent).toBe("");
});

test("C26 whoever has gone on reads who is still looking", () => {
  const scene = table({ phase: "turn", row_sizes: [2, 2, 1] });
  knocked(scene);
  document.querySelector<HTMLElement>("[data-testid=next]")?.click();
  tell(scene, [], { to_act: [1, 2] });
  expect(document.querySelector(".prompt")?.textContent.trim()).toBe("Ben and Cleo are still looking");
});

const signs = () => document.querySelectorAll("[data-seat] [data-testid=looking]").length;
const waiting = () => document.querySelector("[data-testid=waiting-for]")?.textContent;

test("C26 a round that is over stays until all people go on, and who has done so sees for whom", () => {
  const scene = table({ phase: "turn", row_sizes: [2, 2, 1] });
  scene.moves = { 0: ["look 1", "look 2", "look 3", "look 4"] };
  scene.looking = [1, 2];
  knocked(scene);
  scene.reveals.expect(7);
  expect([signs(), waiting()]).toEqual([2, undefined]);
  document.querySelector<HTMLElement>("[data-testid=next]")?.click();
  flushSync();
  vi.advanceTimersByTime(10);
  expect(scene.acknowledged).toEqual([7]); // the table no longer waits for this device
  expect(waiting()).toBe("Waiting for Ben and Cleo…");
  expect([page().includes("dream-10"), offered()]).toEqual([true, []]);
  scene.reveals.skip(); // another tap changes nothing
  scene.looking = [2];
  flushSync();
  expect([signs(), waiting()]).toEqual([1, "Waiting for Cleo…"]);
  scene.looking = [];
  flushSync();
  expect([signs(), waiting(), page().includes("dream-10")]).toEqual([0, undefined, false]);
  vi.advanceTimersByTime(10);
  flushSync();
  expect(offered()).toEqual(["look 1", "look 2", "look 3", "look 4"]);
});

test("C26 nobody waits for others for longer than 8 seconds either, though the server says nothing", () => {
  const scene = table({ phase: "turn", row_sizes: [2, 2, 1] });
  announcer.hush();
  scene.looking = [1];
  knocked(scene);
  vi.advanceTimersByTime(3_000);
  document.querySelector<HTMLElement>("[data-testid=next]")?.click();
  vi.advanceTimersByTime(4_900);
  flushSync();
  expect(page()).toContain("dream-10");
  vi.advanceTimersByTime(200);
  flushSync();
  expect(page()).not.toContain("dream-10");
});

test("C11 nothing is asked before a wrong throw was seen, the table waits for it, and then it is hidden", () => {
  const scene = table({ phase: "window", window: { value: 3, passed: [] } }, ["pass", "snap 1"]);
  const wrong: ChocottesEvent = { type: "Snapped", seat: 1, place: 1, card: "9", right: false };
  tell(scene, [wrong, { type: "CardAdded", seat: 1 }], { row_sizes: [4, 5, 4] });
  window.dispatchEvent(new Event("pointerdown")); // it is read, too
  scene.reveals.expect(7);
  vi.advanceTimersByTime(1_990);
  flushSync();
  expect([scene.reveals.isOn, scene.acknowledged, offered()]).toEqual([true, [], []]);
  expect(document.querySelectorAll(".wrong")).toHaveLength(1);
  vi.advanceTimersByTime(20);
  flushSync();
  expect([scene.reveals.isOn, scene.acknowledged, offered()]).toEqual([false, [7], ["pass", "snap 1"]]);
  expect(document.querySelectorAll(".wrong")).toHaveLength(0);
});

test("C11 a card that is given meanwhile shortens no wrong throw, and a tap ends both", () => {
  const scene = table({ phase: "window", window: { value: 3, passed: [] } }, ["pass", "snap 1"]);
  tell(scene, [{ type: "Snapped", seat: 1, place: 1, card: "9", right: false }]);
  tell(scene, [{ type: "Fed", seat: 2, to: 0 }]);
  vi.advanceTimersByTime(1_500);
  flushSync();
  expect([offered(), document.querySelectorAll(".wrong").length]).toEqual([[], 1]);
  scene.reveals.skip();
  flushSync();
  expect([offered(), document.querySelectorAll(".wrong").length]).toEqual([["pass", "snap 1"], 0]);
});

test("C24 the last round lies open, too, before the result", () => {
  const scene = table({ phase: "turn", row_sizes: [2, 2, 1] });
  const points = [15, 60, 2];
  const rows: ChocottesCard[][] = [["1", "14"], ["dream-10", "9"], ["2"]];
  const ended = { ended: "knocked", knocker: 2, tile: null, points } as const;
  tell(
    scene,
    [
      { type: "Knocked", seat: 2, rows },
      { type: "RoundEnded", ended: "knocked", points, totals: points, payers: [], by: 2 },
      { type: "GameOver", scores: points, winners: [2] },
    ],
    { phase: "over", to_act: [], row_sizes: [2, 2, 1], rows, scores: points, winners: [2], last_round: { ...ended } },
  );
  expect(document.querySelector("[data-testid=round-end]")?.textContent).toContain("Cleo ends the round");
  expect(scene.reveals.isOn).toBe(true); // until then the result waits
  document.querySelector<HTMLElement>("[data-testid=next]")?.click();
  flushSync();
  expect(scene.reveals.isOn).toBe(false);
});

test("the table waits while one reads what another has done, at most until a tap, and not for one's own deeds", () => {
  const scene = table({ phase: "turn" });
  const letGo = vi.fn();
  const keep = vi.spyOn(scene.reveals, "keep").mockReturnValue(letGo);
  tell(scene, [{ type: "Discarded", seat: 0, card: "9" }]);
  expect(keep).not.toHaveBeenCalled();
  const given: ChocottesEvent[] = [
    { type: "Gave", seat: 2, to: 0 },
    { type: "CardAdded", seat: 0 },
  ];
  tell(scene, given, { row_sizes: [5, 4, 4] });
  expect(keep).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(2_500);
  expect(letGo).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(letGo).toHaveBeenCalledOnce(); // the time for one's own deed is not added
  tell(scene, [{ type: "Reaped", seat: 1, place: 1, card: "5" }], { row_sizes: [5, 3, 4] });
  window.dispatchEvent(new Event("pointerdown"));
  expect(letGo).toHaveBeenCalledTimes(2);
});
