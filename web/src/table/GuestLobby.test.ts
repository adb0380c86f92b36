import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { speak } from "../lang/language.svelte";
import { settings } from "../lib/settings.svelte";
import type { LiveTable } from "../live/table.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import GuestLobby from "./GuestLobby.svelte";

const HOST = { kind: "person", name: "Biscuit", creator: true, avatar: "cat" };
const FREE = { kind: "free" };
let table: LiveTable;
let page: Record<string, unknown>;

beforeAll(() => speak("en"));
beforeEach(() => startServer());
afterEach(async () => {
  await unmount(page);
  Object.assign(settings, { name: "", isNamed: null });
  flushSync();
  stopServer();
});

function arrive(seats: object[] = [HOST, FREE, FREE], listed = false): void {
  const settled = { ...lobby.settings, listed };
  table = sitAt({
    lobby: { ...lobby, stage: "lobby", asking: [], seats, settings: settled },
    seats: [],
    creator: false,
    own: [],
  });
  page = mount(GuestLobby, { target: document.body, props: { table } });
  flushSync();
}
const sent = (type: string) => FakeSocket.last.sent.filter((one) => one.type === type);
const button = () => document.querySelector<HTMLButtonElement>("form button")!;
const note = () => document.querySelector("#name-note")!.textContent.trim();

function write(name: string): void {
  const field = document.querySelector<HTMLInputElement>("form input")!;
  field.value = name;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
}

test("a new device has no name and no face of another; without a name nobody sits down", () => {
  settings.name = "Moonbeam";
  settings.isNamed = false;
  settings.avatar = "cat";
  arrive();
  expect(document.querySelector<HTMLInputElement>("form input")!.value).toBe("");
  expect(settings.avatar).not.toBe("cat");
  expect(sent("visit")).toEqual([]);
  button().click();
  flushSync();
  expect(note()).not.toBe("");
  expect(sent("sit")).toEqual([]);
  write("Zoé");
  expect(note()).toBe("");
  button().click();
  flushSync();
  expect(sent("sit")).toMatchObject([{ seat: 1, name: "Zoé", avatar: settings.avatar }]);
  expect(button().getAttribute("aria-busy")).toBe("true");
  button().click();
  expect(sent("sit")).toHaveLength(1); // a second tap is none
  expect(settings).toMatchObject({ name: "Zoé", isNamed: true });
});

test("a known name is at the door of a private table, once a welcome, and not of a public one", () => {
  Object.assign(settings, { name: "Zoé", isNamed: true, avatar: "owl" });
  arrive();
  expect(sent("visit")).toEqual([{ type: "visit", name: "Zoé", avatar: "owl" }]);
  write("Zoé B");
  expect(sent("visit")).toHaveLength(1);
});

test("strangers at a public table are not told a name before a seat is taken", () => {
  Object.assign(settings, { name: "Zoé", isNamed: true });
  arrive([HOST, FREE], true);
  expect(sent("visit")).toEqual([]);
});

test("at a full table one asks for a chair", () => {
  Object.assign(settings, { name: "Zoé", isNamed: true });
  arrive([HOST, { kind: "person", name: "Tom" }]);
  button().click();
  flushSync();
  expect(sent("sit")).toEqual([]);
  expect(sent("ask")).toMatchObject([{ name: "Zoé" }]);
});
