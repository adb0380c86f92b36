import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { speak } from "../lang/language.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import HistoryList from "./HistoryList.svelte";

let shown: ReturnType<typeof mount> | undefined;

beforeAll(() => speak("en"));
beforeEach(startServer);
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
  stopServer();
});

test("C27 what may be read back are rounds that are over, and no card that was thrown, swapped or looked at", () => {
  const table = sitAt();
  shown = mount(HistoryList, { target: document.body, props: { table } });
  const rows = [["1"], ["14"]];
  const events = [
    { type: "Snapped", seat: 1, place: 2, card: "9", right: false },
    { type: "Exchanged", seat: 1, place: 2, other: 0, other_place: 3 },
    { type: "Knocked", seat: 1, rows },
    { type: "RoundEnded", ended: "knocked", points: [1, 14], totals: [1, 14], payers: [], by: 0 },
  ];
  FakeSocket.last.tell({ type: "update", version: 11, at: 0, public: { events } });
  flushSync();
  const lines = [...document.querySelectorAll("li")].map((line) => line.textContent);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("Ben: +14");
  expect(lines[1]).toContain("Ben ends the round");
  expect(document.body.textContent).toContain("Face-down cards are not listed here");
  expect(document.body.textContent).not.toMatch(/exchange|throw|somebody/);
  expect(document.querySelector<HTMLElement>("li .player")?.style.color).toBe("var(--seat-0)");
});

test("T7 the events of a turn stand together, beside the face of its player", () => {
  const seats = ["Anna", "Ben", "Cleo"].map((name) => ({ kind: "person", name, avatar: "owl" }));
  const table = sitAt({ lobby: { ...lobby, game: "toctoctoc", seats } });
  shown = mount(HistoryList, { target: document.body, props: { table } });
  const events = [
    { type: "Started", seat: 1 },
    { type: "Offered", seat: 1, to: 2 },
    { type: "Answered", seat: 2, open: true, card: "scarecrow", revealer: 2, rival: 1 },
    { type: "Joined", seat: 2, card: "scarecrow" },
    { type: "Offered", seat: 2, to: 1 },
  ];
  FakeSocket.last.tell({ type: "update", version: 11, at: 0, public: { events } });
  flushSync();
  const turns = [...document.querySelectorAll("li")].map((line) => line.textContent.replace(/\s+/g, " ").trim());
  expect(turns).toHaveLength(3);
  expect(turns[0]).toMatch(/^Cleo: Knock/);
  expect(turns[1]).toMatch(/^Ben: Knock.*Cleo’s door.*joins Cleo’s party\.$/);
  expect(turns[2]).toBe("Ben begins.");
  expect([...document.querySelectorAll("li")].map((line) => line.querySelectorAll("img").length)).toEqual([1, 1, 0]);
  const faceless = [...document.querySelectorAll("li")].map((line) => line.classList.contains("faceless"));
  expect(faceless).toEqual([false, false, true]); // its words stand in line with the others
});
