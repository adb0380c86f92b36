import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../../lang/language.svelte";
import type { ChocottesAction, ChocottesEvent, ChocottesView } from "../../protocol";
import { FakeScene } from "../../testing/scene.svelte";
import { OPENING } from "./testing";
import Table from "./Table.svelte";

let shown: ReturnType<typeof mount> | undefined;

beforeAll(() => speak("en"));
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
  vi.useRealTimers();
});

type Chocottes = FakeScene<"chocottes">;

/** Make a table at which the first card lies on the discard pile. */
const made = (view: Partial<ChocottesView>, legal: ChocottesAction[] = []): Chocottes =>
  new FakeScene(OPENING, { view: { discard: 1, top: "3", ...view }, legal });

function table(view: Partial<ChocottesView>, legal: ChocottesAction[] = []): Chocottes {
  const scene = made(view, legal);
  shown = mount(Table, { target: document.body, props: { scene } });
  flushSync();
  return scene;
}

const offered = () =>
  [...document.querySelectorAll<HTMLElement>("[data-action]")].map((one) => one.dataset.action).sort();
const page = () => document.body.innerHTML;

function tell(scene: Chocottes, events: ChocottesEvent[], view: Partial<ChocottesView> = {}): void {
  scene.tell(events, view);
  flushSync();
}

function click(element: Element | null | undefined): void {
  element?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  flushSync();
}

function card(seat: number, place: number): HTMLElement | undefined {
  const row = document.querySelectorAll(seat === 0 ? ".near [role=group]" : ".seat [role=group]")[
    Math.max(0, seat - 1)
  ];
  return row?.querySelectorAll("button")[place - 1];
}

test.each([
  ["look", ["look 1", "look 2", "look 3", "look 4"]],
  ["place", ["discard", "replace 1", "replace 2", "replace 3", "replace 4"]],
  ["window", ["pass", "snap 1", "snap 2", "snap 3", "snap 4"]],
] as const)("in phase %s exactly the legal moves can be tapped", (phase, legal) => {
  const window = phase === "window" ? { value: 3, passed: [] } : null;
  const scene = table({ phase, window }, [...legal]);
  expect([...new Set(offered())]).toEqual([...legal]);
  click(document.querySelector(`[data-action="${legal[1]}"]`));
  expect(scene.acts).toEqual([[legal[1], 0]]);
});

test("whoever only watches can do nothing", () => {
  const scene = made({ phase: "window", window: { value: 3, passed: [] } }, ["pass", "snap 1"]);
  scene.seat = null;
  scene.mine = [];
  shown = mount(Table, { target: document.body, props: { scene } });
  flushSync();
  expect(offered()).toEqual([]);
});

test("C11 a right throw lights up the pile for a moment, with the face of its player; a wrong one does not", () => {
  const scene = table({ phase: "window", window: { value: 3, passed: [] } });
  tell(scene, [{ type: "Snapped", seat: 1, place: 1, card: "5", right: false }]);
  expect(document.querySelector(".burst")).toBeNull();
  tell(scene, [{ type: "Snapped", seat: 1, place: 1, card: "3", right: true }]);
  expect(document.querySelector(".burst .face img")).not.toBeNull();
  vi.advanceTimersByTime(1_600);
  flushSync();
  expect(document.querySelector(".burst")).toBeNull();
});

test("C10 throws pause while all look at a wrong one: the prompt says so, and answers each early tap", () => {
  const scene = table({ phase: "window", window: { value: 3, passed: [] }, to_act: [0, 1] }, ["pass", "snap 1"]);
  const prompt = () => document.querySelector<HTMLElement>(".prompt span")!;
  const moves = vi.fn();
  Element.prototype.animate = moves;
  tell(scene, [{ type: "Snapped", seat: 1, place: 1, card: "5", right: false }]);
  expect(prompt().textContent).toBe("All look first: then you can throw");
  moves.mockClear();
  click(card(1, 1));
  expect(moves).not.toHaveBeenCalled();
  click(card(0, 1));
  click([...document.querySelectorAll(".choice")].at(-1));
  expect(moves.mock.contexts).toEqual([prompt(), prompt()]);
  expect(scene.acts).toEqual([]);
  vi.advanceTimersByTime(2_000);
  flushSync();
  expect(prompt().textContent).toBe("Do you have a 3? Throw it!");
  expect(moves).toHaveBeenCalledTimes(2);
  tell(scene, [{ type: "Passed", seat: 0 }], { window: { value: 3, passed: [0] }, to_act: [1] });
  scene.moves = {};
  flushSync();
  expect(prompt().textContent).toBe("Ben is choosing…");
});

test("movements among bots are shorter; a wrong throw of theirs is seen for as long as anybody's", () => {
  const scene = table({ phase: "turn", to_act: [2] });
  scene.players = ["person", "bot", "bot"].map((kind) => ({ kind, name: kind }) as (typeof scene.players)[0]);
  const lasts = (event: ChocottesEvent, ms: number) => {
    tell(scene, [event]);
    vi.advanceTimersByTime(ms - 10);
    expect(scene.reveals.isOn).toBe(true);
    vi.advanceTimersByTime(20);
    expect(scene.reveals.isOn).toBe(false);
  };
  lasts({ type: "Exchanged", seat: 1, place: 1, other: 2, other_place: 1 }, 1_152);
  lasts({ type: "Exchanged", seat: 1, place: 1, other: 0, other_place: 1 }, 1_800);
  lasts({ type: "Snapped", seat: 1, place: 1, card: "5", right: false }, 2_000);
});

test("C20 the knock is large for a moment, and nothing waits for it", () => {
  const scene = table({ phase: "turn" }, ["draw", "knock"]);
  tell(scene, [{ type: "Knocked", seat: 1, rows: [["1"], ["2"], ["3"]] }]);
  expect(document.querySelector(".knocked p")?.textContent).toBe("Knock, knock! Ben ends the round.");
  expect(scene.reveals.isOn).toBe(false);
  vi.advanceTimersByTime(1_800);
  flushSync();
  expect(document.querySelector(".knocked")).toBeNull();
});

test("C17 an exchange takes two taps, in any order, and the first can be taken back", () => {
  const legal: ChocottesAction[] = [
    "decline",
    "exchange 1 with 1 of 1",
    "exchange 1 with 2 of 1",
    "exchange 2 with 1 of 1",
    "exchange 2 with 2 of 1",
  ];
  const scene = table({ phase: "effect", effects: [{ seat: 0, value: 12 }], row_sizes: [2, 2, 4] }, legal);
  expect(offered()).toEqual(["decline"]);
  click(card(1, 2));
  expect(offered()).toEqual(["decline", "exchange 1 with 2 of 1", "exchange 2 with 2 of 1"]);
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  flushSync();
  expect(offered()).toEqual(["decline"]);
  click(card(0, 2));
  click(card(1, 1));
  expect(scene.acts).toEqual([["exchange 2 with 1 of 1", 0]]);
});

test("C16 two cards of one player are shuffled, whichever is tapped first", () => {
  const legal: ChocottesAction[] = ["decline", "shuffle 1 2 of 1", "shuffle 1 3 of 1", "shuffle 2 3 of 1"];
  const scene = table({ phase: "effect", effects: [{ seat: 0, value: 11 }], row_sizes: [4, 3, 4] }, legal);
  click(card(1, 3));
  click(card(1, 1));
  expect(scene.acts).toEqual([["shuffle 1 3 of 1", 0]]);
});

test("a pick that the legal moves no longer know is dropped", () => {
  const scene = table({ phase: "effect", effects: [{ seat: 0, value: 11 }] }, ["decline", "shuffle 1 2 of 1"]);
  click(card(1, 1));
  expect(offered()).toContain("shuffle 1 2 of 1");
  scene.moves = { 0: ["draw", "knock"] };
  tell(scene, [], { phase: "turn", effects: [] });
  expect(offered()).toEqual(["draw"]);
  expect(document.querySelector(".picked")).toBeNull();
});

test.each([
  ["give to 2", 13],
  ["feed", 7],
] as const)("%s is done by tapping the player", (action, value) => {
  const scene = table({ phase: "effect", active: 2, effects: [{ seat: 0, value }] }, ["decline", action]);
  click(document.querySelector(`.seat [data-action="${action}"]`));
  expect(scene.acts).toEqual([[action, 0]]);
});

test("C20 one tap does not knock, two do", () => {
  const scene = table({ phase: "turn" }, ["draw", "knock"]);
  const knock = document.querySelector("[data-testid=knock]");
  click(knock);
  expect(scene.acts).toEqual([]);
  vi.advanceTimersByTime(4100);
  flushSync();
  click(knock);
  expect(scene.acts).toEqual([]);
  click(knock);
  expect(scene.acts).toEqual([["knock", 0]]);
});

test("C27 a glimpse is there for a moment, then nothing of it stays", () => {
  const scene = table({ phase: "look" });
  tell(scene, [{ type: "YouLookedAt", seat: 0, place: 2, card: "dream-12" }]);
  expect(page()).toContain("dream-12");
  expect(scene.glimpses).toBe(0);
  vi.advanceTimersByTime(2700);
  flushSync();
  expect(page()).not.toMatch(/dream-12|Van Peer/);
  expect(scene.glimpses).toBe(1);
});

test("glimpses that come together are shown one after the other, and then said to be seen", () => {
  const scene = table({ phase: "look" });
  tell(scene, [
    { type: "YouLookedAt", seat: 0, place: 1, card: "dream-11" },
    { type: "YouLookedAt", seat: 0, place: 2, card: "dream-12" },
  ]);
  expect(page()).toContain("dream-11");
  expect(page()).not.toContain("dream-12");
  vi.advanceTimersByTime(2700);
  flushSync();
  expect(page()).not.toContain("dream-11");
  expect(page()).toContain("dream-12");
  expect(scene.glimpses).toBe(0);
  vi.advanceTimersByTime(2700);
  expect(scene.glimpses).toBe(1);
});

test("what nobody looks at is not seen: a hidden page waits", () => {
  const scene = table({ phase: "look" });
  const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  tell(scene, [{ type: "YouLookedAt", seat: 0, place: 1, card: "9" }]);
  vi.advanceTimersByTime(10_000);
  expect(scene.glimpses).toBe(0);
  hidden.mockRestore();
  vi.advanceTimersByTime(2700);
  expect(scene.glimpses).toBe(1);
});

test("C16 a card that is shuffled is not followed open", () => {
  const scene = table({ phase: "turn" });
  tell(scene, [{ type: "YouLookedAt", seat: 0, place: 1, card: "dream-12" }]);
  tell(scene, [
    { type: "Shuffles", seat: 1, first: 1, second: 2, of: 0 },
    { type: "Shuffled", seat: 0, first: 1, second: 2 },
  ]);
  expect(page()).not.toContain("dream-12");
});

test("C11 a wrong throw is seen by all for a moment", () => {
  const scene = table({ phase: "window", window: { value: 3, passed: [] } });
  tell(
    scene,
    [
      { type: "Snapped", seat: 1, place: 1, card: "dream-13", right: false },
      { type: "CardAdded", seat: 1 },
    ],
    { row_sizes: [4, 5, 4] },
  );
  expect(page()).toContain("dream-13");
  vi.advanceTimersByTime(3_600);
  flushSync();
  expect(page()).not.toContain("dream-13");
});

test("C9 all seats at this device may throw in a window, and Pass passes for all of them", () => {
  const moves = { 0: ["pass", "snap 1"], 2: ["pass", "snap 3"] } as const;
  const scene = made({ phase: "window", window: { value: 3, passed: [] } });
  scene.mine = [0, 2];
  scene.moves = moves;
  shown = mount(Table, { target: document.body, props: { scene } });
  flushSync();
  expect(offered()).toEqual(["pass", "snap 1", "snap 3"]);
  click(document.querySelector('[data-action="snap 3"]'));
  scene.moves = moves;
  flushSync();
  click(document.querySelector('[data-action="pass"]'));
  expect(scene.acts).toEqual([
    ["snap 3", 2],
    ["pass", 0],
    ["pass", 2],
  ]);
});

test("C5 Shift and an arrow rearrange one's own row, but not while an effect is decided", () => {
  const scene = table({ phase: "turn" });
  const press = () =>
    card(0, 2)?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", shiftKey: true, bubbles: true }));
  press();
  expect(scene.acts).toEqual([["arrange 2 to 3", 0]]);
  tell(scene, [], { phase: "effect", effects: [{ seat: 1, value: 10 }], may_arrange: false });
  press();
  expect(scene.acts).toHaveLength(1);
});

test("the memory aid shows what is known, and marks it", () => {
  const scene = made({ phase: "turn" });
  scene.aid = [
    ["7", null, null, null],
    [null, null, null, null],
    [null, null, null, null],
  ];
  scene.options = { memory_aid: true };
  shown = mount(Table, { target: document.body, props: { scene } });
  flushSync();
  expect(document.querySelectorAll(".aid")).toHaveLength(1);
  expect(card(0, 1)?.getAttribute("aria-label")).toBe("Card 1: 7 Rift");
});

test.each<[Partial<ChocottesView>, ChocottesAction, string[]]>([
  [{ phase: "look" }, "look 3", ["0.3"]],
  [{ phase: "turn" }, "draw", ["draw"]],
  [{ phase: "turn" }, "knock", ["knock"]],
  [{ phase: "place" }, "replace 2", ["0.2"]],
  [{ phase: "effect", effects: [{ seat: 0, value: 11 }] }, "shuffle 2 4 of 1", ["1.2", "1.4"]],
  [{ phase: "effect", effects: [{ seat: 0, value: 12 }] }, "exchange 1 with 3 of 2", ["0.1", "2.3"]],
  [{ phase: "effect", effects: [{ seat: 0, value: 13 }] }, "decline", ["decline"]],
])("a hint marks what it is about: %o, %s", (view, action, marks) => {
  const scene = table(view, [action]);
  expect(document.querySelectorAll("[data-testid=hint-mark]")).toHaveLength(0);
  scene.advised = action;
  flushSync();
  const marked = [...document.querySelectorAll("[data-testid=hint-mark]")].map((mark) => {
    for (const seat of [0, 1, 2])
      for (const place of [1, 2, 3, 4]) if (card(seat, place)?.contains(mark)) return `${seat}.${place}`;
    const button = mark.closest<HTMLElement>("[data-action]") ?? mark.parentElement!.querySelector("button");
    return button?.dataset.action ?? button?.dataset.testid;
  });
  expect(marked.sort()).toEqual(marks);
  [scene.advised, scene.crossed] = [null, action];
  flushSync();
  expect(document.querySelectorAll("[data-testid=cross-mark]")).toHaveLength(marks.length);
});
