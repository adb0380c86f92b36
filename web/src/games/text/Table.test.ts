import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { OPENING as CHOCOTTES } from "../chocottes/testing";
import { OPENING as ESCALIER } from "../escalier/testing";
import { OPENING as TOCTOCTOC } from "../toctoctoc/testing";
import type { Scene } from "../../model/scene";
import { all, atTextTable, focused, offered, press, show, written } from "../../testing/text-table";
import { FakeScene } from "../../testing/scene.svelte";
import Fields from "./Fields.svelte";
import { NEW_QUESTION_MS } from "../../lib/taps";

const READ = 7_000; // milliseconds after which a sentence has been read
const LOOKED = 11_000; // after which a card has been looked at

const text = (id: string) => all(`[data-testid=${id}]`).map(written);
const field = (name: string) => all(`[data-field=${name}] dd`).map((each) => each.textContent);

atTextTable();

test("it says whose turn it is, what is seen and what only one player sees", () => {
  const own = { hand: ["taxi", "child", "taxi"] as const, offered: null };
  show(new FakeScene(TOCTOCTOC, { view: { to_act: [1], active: 1 }, own: { ...own, hand: [...own.hand] } }));
  expect(text("asked")).toEqual(["Ben to play: offer a card"]);
  expect(field("hand")).toEqual(["2 hearse-taxis and 1 young child"]);
  expect(field("offered")).toEqual([]); // nothing is left out
  expect(field("houses")).toHaveLength(3);
  expect(offered()).toEqual([]);
});

test("what is true or false is there or not; of each seat it is said of whom", () => {
  const fields = { free: { kind: "flag" }, tried: { kind: "flag", many: "seats" } } as const;
  const scene = new FakeScene(ESCALIER) as unknown as Scene;
  const target = document.body.appendChild(document.createElement("main"));
  const shown = mount(Fields, { target, props: { scene, fields, view: { free: true, tried: [true, false, true] } } });
  expect([field("free"), field("tried")]).toEqual([["✓"], ["Anna, Cleo"]]);
  void unmount(shown);
  mount(Fields, { target, props: { scene, fields, view: { free: false, tried: [false, false, false] } } });
  expect(all("[data-field]")).toEqual([]);
});

test("an action is chosen by its digit; the focus goes where one reads on", async () => {
  const scene = new FakeScene(ESCALIER, { legal: ["turn red", "turn blue"] });
  show(scene);
  expect(text("asked")).toEqual(["Your turn: find the child"]);
  expect(offered()).toEqual(["1 Turn over the ghost at red", "2 Turn over the ghost at blue"]);
  await press("3");
  expect(scene.acted).toEqual([]);
  await press("2");
  expect(scene.acted).toEqual(["turn blue"]);
  expect(offered()).toEqual([]);
  expect(focused()).toBe(text("asked")[0]);
});

test("while an action is on its way it is still one's own turn", async () => {
  const scene = new FakeScene(ESCALIER, { view: { to_act: [0] }, legal: ["turn red"] });
  show(scene);
  await press("1");
  expect(text("asked")).toEqual(["Your turn: find the child"]);
});

test("a score says what it counts", () => {
  show(new FakeScene(CHOCOTTES, { view: { scores: [1, 12, 0] } }));
  expect(all(".players .score").map((each) => each.textContent)).toEqual(["1 point", "12 points", "0 points"]);
});

test("what one is shown has the focus, unless that was put somewhere on purpose", () => {
  const scene = new FakeScene(CHOCOTTES, { legal: ["look 1", "look 2"] });
  show(scene);
  const look = { type: "YouLookedAt", seat: 0, place: 2, card: "7" } as const;
  scene.tell([look]);
  flushSync();
  expect(focused()).toBe("I have seen it");
  all("[data-testid=seen]")[0]!.click();
  flushSync();
  all('[data-action="look 1"]')[0]!.focus();
  scene.tell([look]);
  flushSync();
  expect(focused()).toContain("card 1");
});

test("many actions are chosen part by part, and one can go back", async () => {
  const cards = ["taxi", "child", "scarecrow", "plain-ghost"] as const;
  const legal = cards.flatMap((card) => [`offer ${card} to 1`, `offer ${card} to 2`] as const);
  const scene = new FakeScene(TOCTOCTOC, { legal });
  show(scene);
  expect(offered()).toHaveLength(4);
  await press("1");
  expect(offered()).toEqual(["1 Knock at Ben’s door with a plain ghost", "2 Knock at Cleo’s door with a plain ghost"]);
  expect(focused()).toContain("Ben");
  await press("Escape");
  expect(offered()).toHaveLength(4);
  await press("4");
  await press("2");
  expect(scene.acted).toEqual(["offer taxi to 2"]);
});

test("digits mean nothing where one types, in a dialog, or with another key", async () => {
  const scene = new FakeScene(ESCALIER, { legal: ["turn red"] });
  show(scene);
  for (const name of ["input", "textarea", "select"]) {
    const field = document.body.appendChild(document.createElement(name));
    field.focus();
    await press("1");
    field.remove();
  }
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.open = true;
  await press("1");
  dialog.remove();
  await press("1", { ctrlKey: true });
  expect(scene.acted).toEqual([]);
});

test("digits choose wherever else the focus is, such as on the button of the menu", async () => {
  const scene = new FakeScene(ESCALIER, { legal: ["turn red"] });
  show(scene);
  document.body.appendChild(document.createElement("button")).focus();
  await press("1");
  expect(scene.acted).toEqual(["turn red"]);
});

test("a key that is held down chooses nothing more", async () => {
  const scene = new FakeScene(ESCALIER, { legal: ["turn red", "turn blue"] });
  show(scene);
  await press("2", { repeat: true });
  expect(scene.acted).toEqual([]);
});

test("a digit does not answer a question that has just come by itself", async () => {
  const scene = new FakeScene(CHOCOTTES, { view: { phase: "window" }, legal: ["snap 1", "snap 2", "pass"] });
  show(scene);
  scene.moves = { 0: ["draw", "knock"] }; // the time to throw is up
  scene.tell([], { phase: "turn" });
  flushSync();
  await press("2");
  expect(scene.acted).toEqual([]);
  await vi.advanceTimersByTimeAsync(NEW_QUESTION_MS);
  await press("2");
  expect(scene.acted).toEqual(["knock"]);
});

test("T23: where the game has a history, the last events stay", async () => {
  const scene = new FakeScene(TOCTOCTOC);
  show(scene);
  scene.tell([{ type: "Offered", seat: 1, to: 2 }]);
  scene.tell([{ type: "Offered", seat: 2, to: 1 }]);
  flushSync();
  await vi.advanceTimersByTimeAsync(READ);
  expect(all("[data-testid=news] li")).toHaveLength(2);
});

test("E14: in a memory game only the last moment stays, and a child that was shown does not", async () => {
  const scene = new FakeScene(ESCALIER);
  show(scene);
  scene.tell([{ type: "Flipped", seat: 1, card: "red-child" }]);
  flushSync();
  scene.tell([{ type: "Turned", seat: 1, place: "red", child: "blue", right: false }]);
  flushSync();
  expect(all("[data-testid=news] li")).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(READ);
  expect(text("news")).toEqual(["Nothing new."]);
  scene.tell([{ type: "Flipped", seat: 1, card: "move" }]);
  flushSync();
  await vi.advanceTimersByTimeAsync(READ);
  expect(text("news")).toEqual(["Ben turns up a slide card."]);
});

test("E14: bots may be quick: what they did before cannot be read back", () => {
  const scene = new FakeScene(ESCALIER);
  show(scene);
  const lines = () => all("[data-testid=news] li").map((each) => each.textContent);
  for (const seat of [1, 2]) {
    scene.tell([{ type: "Flipped", seat, card: "red-child" }]);
    flushSync();
    scene.tell([{ type: "Turned", seat, place: "red", child: "blue", right: false }]);
    flushSync();
  }
  expect(lines()).toHaveLength(2);
  expect(lines().filter((line) => line.includes("Ben"))).toEqual([]);
  scene.tell([{ type: "Turned", seat: 0, place: "blue", child: "red", right: false }]);
  flushSync();
  expect(lines()).toHaveLength(1); // only one child is seen at a time
});

test("C27: what happened before one came is not told in a memory game", () => {
  show(new FakeScene(ESCALIER, { events: [{ type: "Flipped", seat: 1, card: "move" }] }));
  expect(text("news")).toEqual(["Nothing new."]);
});

test("C3: a glimpse goes when one has seen it, or after a while", async () => {
  const scene = new FakeScene(CHOCOTTES);
  show(scene);
  const look = { type: "YouLookedAt", seat: 0, place: 2, card: "7" } as const;
  scene.tell([look]);
  flushSync();
  expect(text("glimpse")[0]).toContain("7");
  scene.tell([{ type: "LookedAt", seat: 1, place: 1 }]); // which does not hide it
  flushSync();
  expect(text("glimpse")).toHaveLength(1);
  all("[data-testid=seen]")[0]!.click();
  flushSync();
  await vi.advanceTimersByTimeAsync(0);
  expect([text("glimpse"), scene.glimpses]).toEqual([[], 1]);
  expect(focused()).toBe(text("asked")[0]);
  scene.tell([look]);
  flushSync();
  await vi.advanceTimersByTimeAsync(LOOKED);
  expect([text("glimpse"), scene.glimpses]).toEqual([[], 2]);
});

test("C3: a glimpse goes when the game goes on for that player, or the round ends", () => {
  const scene = new FakeScene(CHOCOTTES);
  show(scene);
  const look = { type: "YouLookedAt", seat: 0, place: 1, card: "7" } as const;
  scene.tell([look]);
  flushSync();
  scene.tell([{ ...look, place: 2, card: "4" }]);
  flushSync();
  expect(all("[data-testid=glimpse] p")).toHaveLength(2); // both cards of the beginning
  scene.tell([{ type: "Passed", seat: 0 }]);
  flushSync();
  expect([text("glimpse"), scene.glimpses]).toEqual([[], 1]);
  scene.tell([look]);
  flushSync();
  scene.tell([{ type: "Exchanged", seat: 1, place: 2, other: 0, other_place: 1 }]); // another card lies there now
  flushSync();
  expect(text("glimpse")).toEqual([]);
  scene.tell([look]);
  flushSync();
  scene.tell([{ type: "RowsShown", rows: [["7"], ["1"], ["2"]] }]);
  flushSync();
  expect(text("glimpse")).toEqual([]);
});

test("when the device changes hands, nothing of the other player's is left", () => {
  const scene = new FakeScene(CHOCOTTES);
  scene.mine = [0, 1];
  show(scene);
  scene.tell([{ type: "YouLookedAt", seat: 0, place: 2, card: "7" }]);
  flushSync();
  scene.happened = [];
  scene.seat = 1;
  flushSync();
  expect(text("glimpse")).toEqual([]);
});

test("C21: what an event shows of each player is told, too", () => {
  const scene = new FakeScene(CHOCOTTES);
  show(scene);
  scene.tell([{ type: "RowsShown", rows: [["7", "1"], [], ["dream-10"]] }]); // prettier-ignore
  flushSync();
  const lines = all("[data-testid=news] li").map((each) => each.textContent);
  expect(lines).toEqual([
    "All cards are turned up:",
    "Anna: 7 Rift, 1",
    "Ben: no card left",
    "Cleo: dream 10 Lookooky",
  ]);
});

test("C9: all who share the device may throw, each under their name", () => {
  const scene = new FakeScene(CHOCOTTES, {
    view: { phase: "window", window: { value: 7, passed: [] }, to_act: [0, 1] },
  });
  scene.mine = [0, 1];
  scene.moves = { 0: ["snap 1", "pass"], 1: ["snap 2", "pass"] };
  show(scene);
  expect(all("[data-testid=choices] h3").map((each) => each.textContent)).toEqual(["Anna", "Ben"]);
  all('[data-action="snap 2"]')[0]!.click();
  expect(scene.acts).toEqual([["snap 2", 1]]);
});

test("a hint marks the choice that leads to it, step by step", async () => {
  const legal = ["taxi", "child", "scarecrow", "plain-ghost"].flatMap((card) =>
    [1, 2].map((to) => `offer ${card} to ${to}`),
  );
  const scene = new FakeScene(TOCTOCTOC, { legal: legal as never[] });
  show(scene);
  const marked = () => all("[data-testid=hint-mark]").map((mark) => mark.closest("li")?.textContent.trim());
  expect(marked()).toEqual([]);
  scene.advised = "offer taxi to 2";
  flushSync();
  expect(marked()).toHaveLength(1);
  expect(marked()[0]).toContain("a hearse-taxi");
  all("[data-testid=hint-mark]")[0]!.closest("button")!.click();
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  expect(marked()).toHaveLength(1);
  expect(marked()[0]).toContain("Cleo");
});
