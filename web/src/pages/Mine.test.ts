import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import { forgetAll, games, keep } from "../archive/store";
import { bot, game, LOST } from "../archive/testing";
import Mine from "./Mine.svelte";

let page: Record<string, unknown> | null = null;
const words = (what: string) => document.querySelector(what)?.textContent.replace(/\s+/g, " ").trim();
const all = (what: string) => [...document.querySelectorAll(what)].map((one) => one.textContent.trim());

function open(): void {
  page = mount(Mine, { target: document.body, props: { path: [] } });
  flushSync();
}

beforeEach(async () => {
  await speak("en");
  localStorage.clear();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no line")));
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) { this.open = true; }; // prettier-ignore
});
afterEach(async () => {
  if (page) await unmount(page);
  forgetAll();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test("before the first game it says how to begin, and the ladder stands there", () => {
  open();
  expect(words("[data-testid=empty] h2")).toBe("No games yet");
  expect(document.querySelectorAll("[data-ladder][data-climbed='0']")).toHaveLength(3);
  expect(document.querySelector("[data-ladder=escalier] a")!.getAttribute("href")).toBe(
    "/play/escalier?bot=petit-fantome",
  );
});

test("sums, ladder and tables say what was won", () => {
  keep(game(), game(LOST), game({ players: [{ name: "Anna" }, bot("comte"), { name: "Ben" }] }));
  open();
  expect(all("dl dd")).toEqual(["3", "2", "1", "1"]);
  expect(document.querySelector("[data-ladder=toctoctoc]")!.getAttribute("data-climbed")).toBe("5");
  expect(words("[data-ladder=toctoctoc] .top")).toBe("You are at the top!");
  const [byGame, byPlayers, byOpponent] = [...document.querySelectorAll("table")].map((table) =>
    [...table.tBodies[0]!.rows].map((row) => [...row.cells].map((cell) => cell.innerText ?? cell.textContent.trim())),
  );
  expect(byGame!.map(([, ...numbers]) => numbers)).toEqual([["3", "2", "1"]]);
  expect(byGame![0]![0]).toContain("longest streak: 1");
  expect(byPlayers!.map(([n, ...rest]) => [n!.trim(), ...rest])).toEqual([["3", "3", "2", "1"]]);
  expect(byOpponent).toHaveLength(3);
});

test("one game is deleted once that was asked", () => {
  keep(game(), game());
  open();
  document.querySelector<HTMLElement>("[data-id] .foot button")!.click();
  flushSync();
  expect(games()).toHaveLength(2);
  document.querySelector<HTMLElement>("dialog .warm")!.click();
  flushSync();
  expect(games()).toHaveLength(1);
  expect(document.querySelectorAll("[data-id]")).toHaveLength(1);
});

test("a game of another server has no link here, nor has one that is gone", () => {
  keep(game({ server: "https://other.example" }), game({ lost: true }), game());
  open();
  expect(all("[data-id] .foot")).toEqual(["Replay", "Replay no longer available", "Played on other.example"]);
});

test("where nothing can be kept, it says so", () => {
  const forbidden = () => {
    throw new DOMException("no", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  open();
  expect(words("main p[role=status]")).toContain("cannot save your games");
});
