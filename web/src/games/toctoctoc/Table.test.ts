import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { speak } from "../../lang/language.svelte";
import { readingTime } from "../../narration/lines.svelte";
import type { ToctoctocAction, ToctoctocHouse, ToctoctocView } from "../../protocol";
import { FakeScene } from "../../testing/scene.svelte";
import Table from "./Table.svelte";
import { OPENING } from "./testing";

beforeAll(() => speak("en"));

const house = (seat: number, ghosts: number): ToctoctocHouse => ({
  seat,
  party: [
    { creature: "monster", plain: 1, brutes: 1, musicians: 0 },
    { creature: "ghost", plain: ghosts, brutes: 0, musicians: 0 },
    { creature: "vampire", plain: 0, brutes: 0, musicians: 1 },
  ],
  scarecrows: 0,
  score: 4 + ghosts,
  cards_in_hand: 5,
});

const VIEW: ToctoctocView = {
  to_act: [0],
  active: 0,
  scores: [5, 6, 7],
  winners: null,
  phase: "offer",
  houses: [house(0, 1), house(1, 2), house(2, 3)],
  pile: 20,
  top: "taxi",
  out: [],
  door: null,
  revealed: null,
};

const OFFERS: ToctoctocAction[] = ["offer brute-ghost to 1", "offer brute-ghost to 2", "offer child to 2"];
let scene: FakeScene<"toctoctoc">;
let shown: ReturnType<typeof mount> | undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  scene = new FakeScene(OPENING, {
    view: VIEW,
    own: { hand: ["brute-ghost", "brute-ghost", "child"], offered: null },
  });
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.innerHTML = "";
  vi.useRealTimers();
});

function show() {
  shown = mount(Table, { target: document.body, props: { scene } });
  flushSync();
}
const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const actions = () =>
  [...document.querySelectorAll<HTMLElement>("[data-action]:not(:disabled)")].map((one) => one.dataset.action);
async function tap(selector: string) {
  find(selector)!.click();
  flushSync();
  await tick();
}
const houseOf = (seat: number) => find(`[data-house="${seat}"]`)!;

describe("offering (T7)", () => {
  beforeEach(() => {
    scene.moves = { 0: OFFERS };
    show();
  });

  it("sends nothing before a door is chosen, and then exactly that", async () => {
    expect(actions()).toEqual([]);
    await tap('[data-card="brute-ghost"]');
    expect(actions()).toEqual(["offer brute-ghost to 1", "offer brute-ghost to 2"]);
    expect(scene.acted).toEqual([]);
    await tap('[data-action="offer brute-ghost to 2"]');
    expect(scene.acted).toEqual(["offer brute-ghost to 2"]);
    expect(document.activeElement).not.toBe(document.body);
    expect(houseOf(2).querySelector(".asked")).not.toBeNull(); // on its way
  });

  it("offers a card only where it may go", async () => {
    await tap('[data-card="child"]');
    expect(actions()).toEqual(["offer child to 2"]);
    expect(document.activeElement).toBe(find("[data-action]"));
  });

  it("can be taken back by a second tap, by Escape and by the button", async () => {
    await tap('[data-card="child"]');
    await tap('[data-card="child"]');
    expect(actions()).toEqual([]);
    await tap('[data-card="child"]');
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    flushSync();
    expect(actions()).toEqual([]);
    await tap('[data-card="child"]');
    await tap(".cancel");
    expect(actions()).toEqual([]);
    expect(document.activeElement).toBe(find('[data-card="child"]'));
  });

  it("drops a card that no longer may be offered", async () => {
    await tap('[data-card="child"]');
    scene.moves = { 0: ["offer brute-ghost to 1"] };
    flushSync();
    expect(actions()).toEqual([]);
  });
});

describe("the door (T8)", () => {
  /** Let Cleo knock at Anna's door. */
  function knock(): void {
    scene.view = { ...VIEW, phase: "answer", active: 2, to_act: [0], door: { seat: 2, to: 0 } };
    scene.moves = { 0: ["open", "refuse"] };
  }
  const pictures = () => [...find(".visit .card")!.querySelectorAll("img")].map((one) => one.getAttribute("src"));

  it("is large, asks to open or refuse, and shows only the back of the card", async () => {
    knock();
    show();
    expect(actions().sort()).toEqual(["open", "refuse"]);
    expect(find(".visit.knocked")?.getAttribute("aria-label")).toBe("Cleo is at Anna’s door.");
    expect(find(".news p")?.textContent).toContain("Cleo is at your door. Do you open?"); // nothing else was told yet
    expect(pictures()).toEqual([expect.stringContaining("back")]);
    expect(document.querySelector(".house .knocked")).toBeNull(); // the same door is not drawn twice
    await tap('[data-action="refuse"]');
    expect(scene.acted).toEqual(["refuse"]);
    expect(actions()).toEqual([]);
    expect(find(".visit.knocked")).not.toBeNull(); // until the answer has arrived
  });

  it.each([
    [true, { revealer: 0, rival: 2 }, "opened"],
    [false, { revealer: 2, rival: 0 }, "refused"],
  ])("shows the answer (opened: %s) and the card where the knock was", (opened, seats, state) => {
    knock();
    show();
    scene.moves = {};
    scene.tell([{ type: "Answered", seat: 0, opened, card: "taxi", ...seats }], { door: null });
    flushSync();
    expect(find(`.visit.${state}`)).not.toBeNull();
    expect(pictures().at(-1)).toContain("taxi");
    expect(find(".reveal")).toBeNull();
    scene.reveals.skip();
    vi.advanceTimersByTime(3_000);
    flushSync();
    expect(find(".visited")).toBeNull();
  });

  it("is small for those who watch, or see a knock elsewhere", () => {
    scene.view = { ...VIEW, phase: "answer", active: 2, to_act: [1], door: { seat: 2, to: 1 } };
    show();
    expect(find(".visit")).toBeNull();
    expect(houseOf(1).querySelector(".door .card")?.getAttribute("src")).toContain("back");
    scene.view = { ...scene.view, door: { seat: 2, to: 0 } };
    [scene.seat, scene.own] = [null, null];
    flushSync();
    expect(find(".visit")).toBeNull();
    expect(houseOf(0).querySelector(".door.knocked")).not.toBeNull();
  });

  it("shows the own card to the one who offers it", () => {
    scene.view = { ...VIEW, phase: "answer", to_act: [1], door: { seat: 0, to: 1 } };
    scene.own = { hand: ["child"], offered: "brute-ghost" };
    show();
    expect(houseOf(1).querySelector(".door .card")?.getAttribute("src")).toContain("brute-ghost");
  });
});

describe("choices of the rival", () => {
  it("T13: the guests of the revealer are tapped, one answer for each rank", async () => {
    scene.view = { ...VIEW, phase: "take", revealed: { card: "vamp-monster", revealer: 1, rival: 0 } };
    scene.moves = { 0: ["take plain", "take brute"] };
    show();
    expect(actions().sort()).toEqual(["take brute", "take plain"]);
    expect(houseOf(1).querySelectorAll("[data-action]")).toHaveLength(2);
    await tap('[data-action="take brute"]');
    expect(scene.acted).toEqual(["take brute"]);
  });

  it("T16: the tied creatures are tapped", async () => {
    scene.view = { ...VIEW, phase: "chase", revealed: { card: "child", revealer: 2, rival: 0 } };
    scene.moves = { 0: ["chase ghost", "chase vampire"] };
    show();
    expect(actions().sort()).toEqual(["chase ghost", "chase vampire"]);
    await tap('[data-action="chase vampire"]');
    expect(scene.acted).toEqual(["chase vampire"]);
  });
});

it("tells a revealed card and its effect, and shows it for a while", () => {
  show();
  scene.view = { ...VIEW, houses: [house(0, 1), house(1, 0), house(2, 5)] };
  scene.tell([
    { type: "Answered", seat: 1, opened: true, card: "child", revealer: 1, rival: 2 },
    { type: "Fled", guests: ["plain-ghost", "plain-ghost"], source: 1, to: 2 },
  ]);
  flushSync();
  expect(find(".reveal .card")).not.toBeNull();
  expect(find(".news p")?.textContent).toContain("2 plain ghosts flee from Ben to Cleo.");
  vi.advanceTimersByTime(3_000);
  flushSync();
  expect(find(".reveal")).toBeNull();
  expect(houseOf(2).textContent).toContain("5 plain ghosts");
});

describe("the sentence about a reveal", () => {
  /** Reveal a card of Ben's; the server would hear of it as version 7. */
  function reveal(): void {
    scene.tell([
      { type: "Answered", seat: 1, opened: true, card: "child", revealer: 1, rival: 2 },
      { type: "Fled", guests: ["plain-ghost", "plain-ghost"], source: 1, to: 2 },
    ]);
    scene.reveals.expect(7);
    flushSync();
  }
  const words = () => 0.7 * readingTime(find("[data-testid=news]")!.textContent);

  it("keeps the table waiting, but no question, for as long as one reads it", () => {
    show();
    reveal();
    const lasts = words();
    expect(lasts).toBeGreaterThan(3_200 + 1_000); // than the reveal of the card and its effect
    vi.advanceTimersByTime(lasts - 100);
    flushSync();
    expect([scene.reveals.isOn, scene.acknowledged.includes(7)]).toEqual([false, false]);
    vi.advanceTimersByTime(200);
    expect(scene.acknowledged.at(-1)).toBe(7);
    expect(find("[data-testid=news]")?.textContent).toContain("flee from Ben"); // it stays to be read (T23)
  });

  it("is waited for longer where all goes slowly", () => {
    show();
    scene.slowness = 2;
    reveal();
    vi.advanceTimersByTime(words() * 2 - 100);
    expect(scene.acknowledged).not.toContain(7);
    vi.advanceTimersByTime(200);
    expect(scene.acknowledged.at(-1)).toBe(7);
  });

  it("is waited for no longer than until a tap", () => {
    show();
    reveal();
    vi.advanceTimersByTime(3_500);
    expect(scene.acknowledged).not.toContain(7);
    window.dispatchEvent(new Event("pointerdown"));
    vi.advanceTimersByTime(10);
    expect(scene.acknowledged.at(-1)).toBe(7);
  });
});

it("asks nothing while a revealed card covers the table, until it is tapped away", () => {
  scene.moves = { 0: OFFERS };
  show();
  const picks = () => document.querySelectorAll(".hand [data-card]:not([aria-disabled=true])").length;
  expect(picks()).toBeGreaterThan(0);
  scene.tell([{ type: "Answered", seat: 1, opened: true, card: "child", revealer: 1, rival: 2 }]);
  flushSync();
  expect(find(".reveal")).not.toBeNull();
  expect(picks()).toBe(0);
  scene.reveals.skip();
  flushSync();
  expect(find(".reveal")).toBeNull();
  vi.advanceTimersByTime(1_000); // the effect is seen, too
  flushSync();
  expect(picks()).toBeGreaterThan(0);
});

describe("what is hidden", () => {
  it("has no place in the page: other hands are backs", () => {
    show();
    expect(document.body.innerHTML).not.toContain("vamp-");
    const fan = [...houseOf(1).querySelectorAll(".fan img")].map((one) => one.getAttribute("src"));
    expect(fan).toHaveLength(5);
    expect(fan.every((src) => src?.includes("back"))).toBe(true);
  });

  it("is shown where the memory aid knows it", () => {
    scene.aid = { 1: ["vamp-ghost"], 2: [] };
    show();
    expect(houseOf(1).querySelector(".fan img")?.getAttribute("src")).toContain("vamp-ghost");
    expect(houseOf(2).innerHTML).not.toContain("vamp-");
  });

  it("shows no hand to somebody who watches, and offers nothing", () => {
    scene.seat = null;
    scene.own = null;
    show();
    expect(document.querySelectorAll("[data-card]")).toHaveLength(0);
    expect(houseOf(0).querySelectorAll(".fan img")).toHaveLength(5);
    expect(actions()).toEqual([]);
  });
});

describe("a hint", () => {
  const marked = () =>
    [...document.querySelectorAll("[data-testid=hint-mark]")].map((mark) => {
      const at = mark.closest<HTMLElement>("[data-card], [data-action], [data-house]")!.dataset;
      return at.card ?? at.action ?? `house ${at.house}`;
    });
  function advise(action: ToctoctocAction | null) {
    scene.advised = action;
    flushSync();
    return marked();
  }

  it("marks the card and the door", () => {
    scene.moves = { 0: OFFERS };
    show();
    expect(marked()).toEqual([]);
    expect(advise("offer brute-ghost to 2").sort()).toEqual(["brute-ghost", "house 2"]);
    expect(advise(null)).toEqual([]);
  });

  it("stands beside a crossed-out action: a part of both is advised", () => {
    scene.moves = { 0: OFFERS };
    show();
    scene.crossed = "offer child to 2";
    expect(advise("offer brute-ghost to 2").sort()).toEqual(["brute-ghost", "house 2"]);
    const crossed = [...document.querySelectorAll("[data-testid=cross-mark]")];
    expect(crossed.map((mark) => mark.closest<HTMLElement>("[data-card], [data-house]")!.dataset.card)).toEqual([
      "child",
    ]);
  });

  it("marks an answer, and a choice among guests", () => {
    scene.view = { ...VIEW, phase: "answer", door: { seat: 1, to: 0 } };
    scene.moves = { 0: ["open", "refuse"] };
    show();
    expect(advise("refuse")).toEqual(["refuse"]);
    scene.view = { ...VIEW, phase: "chase", revealed: { card: "child", revealer: 1, rival: 0 } };
    scene.moves = { 0: ["chase ghost", "chase vampire"] };
    expect(advise("chase vampire")).toEqual(["chase vampire"]);
    scene.view = { ...VIEW, phase: "take", revealed: { card: "vamp-monster", revealer: 1, rival: 0 } };
    scene.moves = { 0: ["take plain", "take brute"] };
    expect(advise("take brute")).toEqual(["take brute"]);
  });
});

describe("the line of the one who knocked", () => {
  const line = () => document.querySelector(".ask p")?.textContent.trim();

  it("says who answers, and which card is at the door", () => {
    scene.view = { ...VIEW, phase: "answer", door: { seat: 0, to: 1 }, to_act: [1] };
    scene.own = { hand: ["child"], offered: "brute-ghost" };
    show();
    expect(line()).toBe("Ben is choosing… Your card: ghost brute");
  });

  it("names a lost line instead", () => {
    scene.view = { ...VIEW, phase: "answer", door: { seat: 0, to: 1 }, to_act: [1] };
    scene.own = { hand: ["child"], offered: "brute-ghost" };
    scene.lost = { 1: { seconds: 12, untilBot: 8 } };
    show();
    expect(line()).toBe("Ben has been offline for 12 s. A bot plays in 8 s.");
  });
});
