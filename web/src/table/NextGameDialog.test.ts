import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import NextGameDialog from "./NextGameDialog.svelte";

const over = { ...lobby, stage: "over", asking: [], begins: 0, may_start: 0, next_game: "" };
let mounted: Record<string, unknown>;

beforeEach(async () => {
  startServer();
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  await speak("en");
});
afterEach(async () => {
  await unmount(mounted);
  stopServer();
});

/** Show the dialog at a table with these seats; return its games, and a function that says whether it was closed. */
function show(seats: readonly object[]): { games: HTMLButtonElement[]; isClosed: () => boolean } {
  const close = vi.fn();
  const table = sitAt({ lobby: { ...over, seats } });
  mounted = mount(NextGameDialog, { target: document.body, props: { table, close } });
  flushSync();
  const games = [...document.querySelectorAll<HTMLButtonElement>("[data-game]")];
  return { games, isClosed: () => close.mock.calls.length > 0 };
}

const person = (name: string) => ({ kind: "person", name });

test("a tap suggests one of the other games to everybody", () => {
  const { games, isClosed } = show(lobby.seats);
  expect(games.map((game) => game.dataset.game)).toEqual(["toctoctoc", "escalier"]);
  games[1]!.click();
  const sent = FakeSocket.last.sent.filter((message) => message.type === "again");
  expect(sent).toMatchObject([{ on: true, game: "escalier", fill: "apprenti" }]);
  expect(isClosed()).toBe(true);
});

test("a game for fewer people than are here says so, and cannot be chosen", () => {
  const { games } = show(["Anna", "Ben", "Cleo", "Dora", "Emil"].map(person));
  expect(games.map((game) => game.disabled)).toEqual([false, true]);
  expect(games[1]!.textContent).toContain("There are 5 of you: too many for this game.");
});

test("a game that a bot at the table does not play is not offered", () => {
  const { games } = show([person("Anna"), { kind: "bot", name: "mine", bot: "mine" }]);
  expect(games).toEqual([]);
});
