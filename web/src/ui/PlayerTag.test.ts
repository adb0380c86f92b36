import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import { OPENING } from "../games/escalier/testing";
import { speak } from "../lang/language.svelte";
import { counted } from "../model/seats";
import { FakeScene } from "../testing/scene.svelte";
import PlayerTag from "./PlayerTag.svelte";

let shown: Record<string, unknown>[] = [];

beforeEach(() => speak("en"));
afterEach(() => {
  for (const one of shown) void unmount(one);
  shown = [];
});

function tags(): HTMLElement[] {
  const bot = { kind: "bot", name: "comte", bot: "comte" } as const;
  const scene = new FakeScene(OPENING, { seat: 0 });
  scene.players = counted([{ kind: "person", name: "Wolfeschlegelstein B" }, bot, bot]);
  shown = [0, 1, 2].map((seat) => mount(PlayerTag, { target: document.body, props: { scene, seat } }));
  return [...document.querySelectorAll<HTMLElement>(".tag")];
}

const said = (tag: HTMLElement) => tag.querySelector(".name")!.textContent.replace(/\s+/g, " ").trim();

test("who looks is told first that it is them", () => {
  const [mine] = tags();
  expect(said(mine!)).toMatch(/^\(you\) Wolfeschlegelstein B/);
});

test("two bots of one level have a name, a face and a colour each, and the level as a badge", () => {
  const [, one, other] = tags();
  expect([said(one!), said(other!)]).toEqual(["Vlad", "Mina"]);
  const faces = [one!, other!].map((tag) => tag.querySelector("img")!.getAttribute("src"));
  expect(faces[1]).toBe(`${faces[0]}#comte-2`);
  expect([one!, other!].map((tag) => tag.style.getPropertyValue("--seat"))).toEqual(["var(--seat-1)", "var(--seat-2)"]);
  for (const tag of [one!, other!]) expect(tag.querySelector(".badge")!.textContent).toBe("5level 5: The count");
});

test("of a player for whom a bot plays it is said why", () => {
  const scene = new FakeScene(OPENING, { seat: 0 });
  const away = { kind: "person", name: "Ben", away: true } as const;
  scene.players = [{ kind: "person", name: "Anna" }, away, { ...away, idle: true }];
  shown = [1, 2].map((seat) => mount(PlayerTag, { target: document.body, props: { scene, seat } }));
  const marks = [...document.querySelectorAll<HTMLElement>("[data-testid=stand-in]")];
  expect(marks.map((mark) => mark.textContent.trim())).toEqual(["a bot plays", "a bot plays"]);
  expect(marks.map(({ title }) => title)).toEqual(["is away; a bot plays", "let the clock run out; a bot plays"]);
});

test("a lost line is said at the place of its player, with the seconds", () => {
  const scene = new FakeScene(OPENING, { seat: 0 });
  scene.lost = { 1: { seconds: 12, untilBot: 8 } };
  shown = [0, 1].map((seat) => mount(PlayerTag, { target: document.body, props: { scene, seat } }));
  const marks = [...document.querySelectorAll<HTMLElement>("[data-testid=lost]")];
  expect(marks.map((mark) => mark.textContent.trim())).toEqual(["offline, 12 s"]);
  expect(marks[0]!.closest<HTMLElement>("[data-seat]")!.dataset.seat).toBe("1");
});
