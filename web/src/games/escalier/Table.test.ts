import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak as speakLanguage } from "../../lang/language.svelte";
import type { EscalierAction as Action, EscalierEvent as Event, EscalierView } from "../../protocol";
import { settings } from "../../lib/settings.svelte";
import { FakeScene } from "../../testing/scene.svelte";
import Table from "./Table.svelte";
import { OPENING } from "./testing";

const VIEW: EscalierView = {
  to_act: [0],
  active: 0,
  scores: [2, 5, 0],
  winners: null,
  phase: "search",
  ghosts: ["red", "green", "blue", "yellow"],
  free: "white",
  pile: 40,
  discard: 3,
  last: "red-child",
  sought: "red",
  tried: [],
  question: null,
};

let scene: FakeScene<"escalier">;
let shown: Record<string, unknown>;
const spoken: string[] = [];

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const offered = () => all("[data-action]").map((each) => each.dataset.action);
const place = (name: string) => document.querySelector<HTMLElement>(`[data-place="${name}"]`)!;
const label = (name: string) => place(name).querySelector(".unseen")?.textContent;
function happen(...events: Event[]) {
  scene.tell(events);
  flushSync();
}
function ask(phase: EscalierView["phase"], moves: Action[], more: Partial<EscalierView> = {}) {
  scene.view = { ...scene.view, sought: null, phase, ...more };
  scene.moves = { [scene.seat ?? 0]: moves };
  flushSync();
}
function click(at: HTMLElement) {
  at.click();
  flushSync();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("SpeechSynthesisUtterance", class { constructor(readonly text: string) {} }); // prettier-ignore
  vi.stubGlobal("speechSynthesis", { cancel: () => {}, speak: ({ text }: { text: string }) => spoken.push(text) });
  spoken.length = 0;
  settings.pictures = false;
  await speakLanguage("en");
  scene = new FakeScene(OPENING, { view: VIEW });
  scene.players = [
    { kind: "person", name: "Anna", avatar: "owl" },
    { kind: "person", name: "Ben", avatar: "cat" },
    { kind: "bot", name: "comte", bot: "comte" },
  ];
  shown = mount(Table, { target: document.body, props: { scene } });
  flushSync();
});

afterEach(async () => {
  await unmount(shown);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("E5: exactly the ghosts that may be turned over can be tapped", () => {
  ask("search", ["turn green", "turn yellow"], { sought: "red", tried: ["blue"] });
  expect(offered()).toEqual(["turn green", "turn yellow"]);
  expect(label("blue")).toBe("Ghost at blue, already shown");
  click(place("blue"));
  click(place("white"));
  expect(scene.acted).toEqual([]);
  click(place("green"));
  expect(scene.acted).toEqual(["turn green"]);
  expect(document.body.textContent).toContain("Find the red child");
});

test("E2: at the first card the question says where the children are, and later not", () => {
  const prompt = () => document.querySelector(".prompt")!.textContent;
  const own = "Each child starts at its own colour.";
  ask("search", ["turn red"], { sought: "red", discard: 1, scores: [0, 0, 0] });
  expect(prompt()).toContain(own);
  ask("search", ["turn red"], { sought: "red", discard: 2, scores: [0, 0, 0] });
  expect(prompt()).not.toContain(own);
});

test("E7: a swap is sent with the second ghost; the first again, Cancel and Escape take it back", () => {
  ask("swap", ["swap red green", "swap red blue", "swap green blue"]);
  expect(offered()).toEqual([]);
  const takeBack = [
    () => click(place("blue")),
    () => click(document.querySelector<HTMLElement>(".cancel")!),
    () => (window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })), flushSync()),
  ];
  for (const back of takeBack) {
    click(place("blue"));
    expect(offered()).toEqual(["swap red blue", "swap green blue"]);
    back();
    expect(offered()).toEqual([]);
  }
  click(place("blue"));
  click(place("red"));
  expect(scene.acted).toEqual(["swap red blue"]);
});

test("a first tap is forgotten when what it began is no longer legal", () => {
  ask("swap", ["swap red green"]);
  click(place("red"));
  ask("move", ["move red", "move green"]);
  expect(offered()).toEqual(["move red", "move green"]);
  expect(document.querySelector(".cancel")).toBeNull();
});

test("E9: four children can be named, or nothing said", () => {
  ask("riddle", ["decline", "name red", "name green", "name blue", "name yellow"]);
  expect(offered().toSorted()).toEqual(["decline", "name blue", "name green", "name red", "name yellow"]);
  click(all('[data-action="name blue"]')[0]!);
  expect(scene.acted).toEqual(["name blue"]);
});

test("focus goes on at the disc when the choices go", () => {
  ask("riddle", ["decline", "name red"]);
  all('[data-action="decline"]')[0]!.focus();
  ask("move", ["move red"]);
  expect(document.activeElement).toBe(place("red"));
});

test("E10: a ghost, then the opponent who is asked about it", () => {
  ask("ask", ["decline", "ask 1 about red", "ask 2 about red", "ask 1 about blue", "ask 2 about blue"]);
  expect(offered()).toEqual(["decline"]);
  click(place("blue"));
  expect(offered()).toEqual(["ask 1 about blue", "ask 2 about blue", "decline"]);
  click(all('[data-action="ask 2 about blue"]')[0]!);
  expect(scene.acted).toEqual(["ask 2 about blue"]);
});

test("E5, E14: a child is seen for a moment, and then nothing of it is left", () => {
  happen({ type: "Turned", seat: 1, place: "green", child: "yellow", right: false });
  expect(place("green").querySelector(".child")).not.toBeNull();
  vi.advanceTimersByTime(2600);
  flushSync();
  expect(document.querySelector(".child, .verdict")).toBeNull();
  expect(place("green").innerHTML).not.toMatch(/yellow/);
});

test("a child that was found is large for a moment, with its finder; one that was not sought is not", () => {
  happen({ type: "Turned", seat: 1, place: "green", child: "yellow", right: false });
  expect(all(".found")).toEqual([]);
  happen({ type: "Guessed", seat: 1, place: "red", colour: "blue", child: "blue", right: true });
  expect(all(".found > img")[0]?.getAttribute("src")).toContain("blue");
  expect(all(".found")[0]?.textContent.trim()).toBe("Ben");
  vi.advanceTimersByTime(3_000);
  flushSync();
  expect(all(".found")).toEqual([]); // E14: nothing stays
});

test("nothing is asked while a child is seen, until it is tapped away", () => {
  ask("riddle", ["decline", "name red"]);
  expect(offered()).not.toEqual([]);
  happen({ type: "Turned", seat: 1, place: "green", child: "yellow", right: false });
  expect(offered()).toEqual([]);
  scene.reveals.skip();
  flushSync();
  expect(document.querySelector(".child, .verdict")).toBeNull();
  expect(offered()).not.toEqual([]);
});

test("the next card and question wait for a child and a ghost's way, and come at once if these are tapped away", () => {
  const top = () => document.querySelector(".discard .card:last-of-type img")?.getAttribute("alt") ?? null;
  const isHeld = () => document.querySelector(".prompt")!.classList.contains("held");
  scene.isHeld = true;
  const [before, found] = [top(), { seat: 1, place: "green", child: "yellow", right: true } as const];
  scene.view = { ...VIEW, last: "swap", phase: "swap", to_act: [1] };
  happen(
    { type: "Turned", ...found },
    { type: "WonPile", seat: 1, cards: 2 },
    { type: "Flipped", seat: 1, card: "swap" },
  );
  const lines = () => document.querySelector(".news")?.textContent;
  expect([top(), isHeld(), document.querySelector(".spoils")]).toEqual([before, true, null]);
  expect(lines()).not.toContain("wins");
  vi.advanceTimersByTime(1300);
  flushSync();
  expect([top(), document.querySelector(".spoils")?.textContent.trim()]).toEqual([null, "+2"]); // the child was seen
  expect(lines()).toContain("Ben wins 2 cards.");
  vi.advanceTimersByTime(1200);
  flushSync();
  expect(document.querySelector(".child, .spoils")).toBeNull();
  expect([top(), isHeld()]).toEqual(["swap card", false]);
  scene.view = { ...VIEW, last: "riddle", phase: "riddle", to_act: [0] };
  happen({ type: "Swapped", seat: 1, first: "red", second: "blue" });
  happen({ type: "Flipped", seat: 0, card: "riddle" });
  expect([top(), isHeld()]).toEqual(["swap card", true]);
  scene.reveals.skip();
  flushSync();
  expect(document.querySelector(".gliding, .way")).toBeNull();
  expect([top(), isHeld()]).toEqual(["Guess card", false]);
  expect(before).not.toBe(top());
});

/** Tell events of a version; return the version that was acknowledged after so many milliseconds. */
function acknowledged(version: number, ms: number, ...events: Event[]): number | undefined {
  happen(...events);
  scene.reveals.expect(version);
  vi.advanceTimersByTime(ms);
  flushSync();
  return scene.acknowledged.at(-1);
}
const wrong = (seat: number): Event => ({ type: "Turned", seat, place: "green", child: "yellow", right: false });
const card = (seat: number): Event => ({ type: "Flipped", seat, card: "swap" });
const turnOf = (seat: number) => ({ ...VIEW, active: seat, to_act: [seat] });

test("turns among bots are seen more briefly, and the next bot looks at its card meanwhile", () => {
  scene.players = ["person", "bot", "bot"].map((kind) => ({ kind, name: kind }) as (typeof scene.players)[0]);
  scene.view = turnOf(1);
  expect(acknowledged(1, 10, card(1))).toBe(1);
  expect(scene.reveals.isOn).toBe(true);
  scene.view = turnOf(2);
  expect(acknowledged(2, 1_500, wrong(1), card(2))).toBe(1);
  expect(acknowledged(2, 110)).toBe(2);
  scene.view = turnOf(0);
  acknowledged(3, 1_610, wrong(2), card(0));
  expect(scene.reveals.isOn).toBe(true); // a person waits for the card
  vi.advanceTimersByTime(600);
  expect(scene.reveals.isOn).toBe(false);
  window.dispatchEvent(new MouseEvent("pointerdown")); // it was read
  expect(acknowledged(3, 10)).toBe(3);
  scene.view = turnOf(1);
  expect(acknowledged(4, 2_490, wrong(0), card(1))).toBe(3); // a person's own child
  expect(acknowledged(4, 20)).toBe(4); // nobody waits for the sentence about it
});

test("a bot's answer to a person is seen in full", () => {
  scene.players = ["person", "bot", "bot"].map((kind) => ({ kind, name: kind }) as (typeof scene.players)[0]);
  scene.view = { ...turnOf(0), to_act: [1] };
  happen({ type: "Asked", seat: 0, to: 1, place: "green" });
  scene.view = turnOf(1);
  const answer = { type: "Guessed", seat: 1, place: "green", colour: "red", child: "green", right: false } as const;
  acknowledged(1, 2_490, answer, card(1));
  expect(document.querySelector(".child")).not.toBeNull();
});

test("E14: the places keep their buttons; nothing of a ghost's way is left after it", () => {
  const before = place("red").outerHTML;
  const buttons = all("[data-place]");
  scene.view = { ...VIEW, ghosts: ["green", "blue", "yellow", "white"], free: "red" };
  happen({ type: "Shifted", seat: 1, place: "red", to: "white" });
  expect(place("white").querySelector(".gliding")).not.toBeNull();
  expect(all("[data-place]")).toEqual(buttons);
  vi.advanceTimersByTime(3000);
  scene.view = VIEW;
  happen({ type: "Shifted", seat: 1, place: "white", to: "red" });
  vi.advanceTimersByTime(3000);
  flushSync();
  expect(document.querySelector(".gliding, .way")).toBeNull();
  expect(place("red").outerHTML).toBe(before);
});

test("a ghost that moves hides its child at once", () => {
  happen({ type: "Guessed", seat: 1, place: "green", colour: "red", child: "green", right: false });
  happen({ type: "Swapped", seat: 2, first: "green", second: "blue" });
  expect(document.querySelector(".child, .verdict")).toBeNull();
});

test("E11: whoever wins the pile gets it, and everybody sees the numbers", () => {
  happen({ type: "WonPile", seat: 1, cards: 7 });
  expect(document.querySelector(".spoils")?.textContent).toContain("+7");
  vi.advanceTimersByTime(1400);
  flushSync();
  expect(document.querySelector(".spoils")).toBeNull();
  expect(document.querySelector('[data-seat="1"]')?.textContent).toContain("5 cards");
});

test("cards that were covered are no longer there", () => {
  scene.view = { ...VIEW, last: "swap", phase: "swap" };
  happen(
    { type: "Flipped", seat: 1, card: "riddle" },
    { type: "NobodyOnWhite", seat: 1 },
    { type: "Flipped", seat: 2, card: "swap" },
  );
  expect(all(".discard .card")).toHaveLength(3); // with its contents
  vi.advanceTimersByTime(4000);
  flushSync();
  expect(all(".discard .card")).toHaveLength(1);
  expect(document.querySelector(".discard .card img")?.getAttribute("alt")).toBe("swap card");
});

test("E14: the memory aid marks what it knows, and only there", () => {
  expect(all(".place .chip")).toHaveLength(0);
  scene.aid = { green: "red" };
  flushSync();
  expect(all(".place .chip")).toHaveLength(1);
  expect(label("green")).toBe("Ghost at green, red child");
});

test("who only watches is offered nothing, and reads what the others do", () => {
  scene.seat = null;
  scene.mine = [];
  ask("search", ["turn red"], { sought: "red", to_act: [1] });
  expect(offered()).toEqual([]);
  expect(document.body.textContent).toContain("Ben is looking for the red child.");
});

test("several at one device: whoever is to act is named, the seats stay where they are", () => {
  scene.mine = [0, 1];
  scene.seat = 1;
  ask("move", ["move red"], { to_act: [1], active: 1 });
  expect(document.querySelector(".prompt strong")?.textContent).toBe("Ben");
  expect(document.querySelector(".me [data-seat]")?.getAttribute("data-seat")).toBe("0");
});

test("without reading: pictures instead of words, told aloud; again, only what is asked", () => {
  settings.pictures = true;
  ask("search", ["turn red"], { sought: "red" });
  happen({ type: "Turned", seat: 1, place: "green", child: "blue", right: false });
  expect(document.querySelector(".prompt p")).toBeNull();
  expect(spoken.at(-1)).toMatch(/^Ben turns over .* Not this one! Find the red child/);
  click(document.querySelector<HTMLElement>(".again")!);
  expect(spoken.at(-1)).toMatch(/^Find the red child/);
});

test("with words there is no voice", () => {
  happen({ type: "Started", seat: 0 });
  expect(spoken).toEqual([]);
});

test("a hint marks the ghosts or the choice that it is about", () => {
  const marked = () =>
    all("[data-testid=hint-mark]").map((mark) => {
      const { place, action } = mark.closest<HTMLElement>("[data-place], [data-action]")!.dataset;
      return place ?? action;
    });
  function advise(action: Action | null) {
    scene.advised = action;
    flushSync();
    return marked().sort();
  }
  ask("swap", ["swap red green", "swap red blue"]);
  expect(marked()).toEqual([]);
  expect(advise("swap red green")).toEqual(["green", "red"]);
  scene.crossed = "swap red blue";
  flushSync();
  expect(
    all("[data-testid=cross-mark]").map((mark) => mark.closest<HTMLElement>("[data-place]")!.dataset.place),
  ).toEqual(["blue"]);
  ask("riddle", ["name red", "name blue", "decline"]);
  expect(advise("name blue")).toEqual(["name blue"]);
  expect(advise("decline")).toEqual(["decline"]);
  expect(advise(null)).toEqual([]);
});

test("what happened is said to the one who is asked, too, and is gone once it is read (E14)", () => {
  const told = () => all("[data-testid=news] p").map((line) => line.textContent);
  ask("search", ["turn green"], { sought: "red" });
  happen({ type: "Swapped", seat: 1, first: "red", second: "blue" }, { type: "Flipped", seat: 0, card: "red-child" });
  expect(told()).toEqual(["Ben swaps the ghosts at red and blue."]);
  vi.advanceTimersByTime(3_500);
  flushSync();
  expect(told()).toHaveLength(1);
  vi.advanceTimersByTime(500);
  flushSync();
  expect(told()).toEqual([]);
});

test("the same sentence stands there once", () => {
  const told = () => all("[data-testid=news] p").map((line) => line.textContent);
  happen({ type: "NobodyOnWhite", seat: 1 });
  happen({ type: "NobodyOnWhite", seat: 2 });
  expect(told()).toEqual(["Nobody is on white."]);
  happen({ type: "Swapped", seat: 1, first: "red", second: "blue" });
  expect(told()).toHaveLength(2);
});
