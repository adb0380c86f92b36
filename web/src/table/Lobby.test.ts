import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import Lobby from "./Lobby.svelte";

const HOST = { kind: "person", name: "Anna", creator: true };
const GUEST = { kind: "person", name: "Zoé" };
const BOT = { kind: "bot", name: "apprenti", bot: "apprenti" };
const FREE = { kind: "free" };
let page: Record<string, unknown>;

beforeAll(() => speak("en"));
beforeEach(() => {
  startServer();
  const answer = { link: "https://example.org/t/hibou-lampe-42", qr: "<svg></svg>" };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(answer)));
});
afterEach(async () => {
  await unmount(page);
  delete (navigator as { share?: unknown }).share;
  stopServer();
});

function open(seats: object[], code = lobby.code): void {
  const table = sitAt({ lobby: { ...lobby, code, stage: "lobby", asking: [], seats }, own: [] });
  page = mount(Lobby, { target: document.body, props: { table } });
  flushSync();
}

/** Return the words of the gold buttons, which say what to do next. */
const gold = () =>
  [...document.querySelectorAll(".button.warm")].map((one) => one.textContent.trim().replace(/G$/, "")); // its key

test.each([
  ["shared", true, "Share"],
  ["copied", false, "Copy the link"],
])("the invitation is %s before the game starts: it is gold until a guest sits", (_, hasSheet, label) => {
  if (hasSheet) Object.assign(navigator, { share: () => Promise.resolve() });
  open([HOST, BOT, FREE, FREE]);
  expect(gold()).toEqual([label]);
  const seats = [HOST, GUEST, FREE, FREE];
  FakeSocket.last.tell({ type: "update", version: 11, at: 0, public: { lobby: { seats } } });
  flushSync();
  expect(gold()).toEqual(["Start with 2 players"]);
});

test("a host who has filled every seat with bots starts", () => {
  open([HOST, BOT, BOT]);
  expect(gold()).toEqual(["Start with 2 bots"]);
});
