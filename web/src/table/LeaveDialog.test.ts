import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import { speak } from "../lang/language.svelte";
import type { LiveTable } from "../live/table.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import Toasts from "../ui/Toasts.svelte";
import { toasts } from "../ui/toasts.svelte";
import LeaveDialog from "./LeaveDialog.svelte";
import WatchStrip from "./WatchStrip.svelte";

let table: LiveTable;
let shown: Record<string, unknown>[];
let version = 10;

const said = () => (flushSync(), document.querySelector(".toast")?.textContent.replace(/\s+/g, " ").trim() ?? null);
const button = (label: string) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === label)!;

function seated(first: object, seats: number[], stage = "playing"): void {
  version += 1;
  const told = { ...lobby, stage, asking: [], seats: [first, lobby.seats[1]] };
  FakeSocket.last.tell({ type: "update", version, at: 5, public: { lobby: told }, seats });
}

beforeEach(async () => {
  await speak("en");
  startServer();
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) { this.open = true; }; // prettier-ignore
  table = sitAt();
  shown = [
    mount(Toasts, { target: document.body }),
    mount(LeaveDialog, { target: document.body, props: { table, close: () => {}, left: () => {} } }),
  ];
  flushSync();
  button("Leave").click();
  seated({ kind: "free" }, []);
});
afterEach(async () => {
  for (const one of shown) await unmount(one);
  toasts.splice(0);
  table.close();
  stopServer();
  document.body.replaceChildren();
});

test("whoever has left is told how to come back, until the seat is taken again by any button", () => {
  expect(said()).toBe("You have left your seat. Take my seat again");
  shown.push(mount(WatchStrip, { target: document.body, props: { table } }));
  flushSync();
  document.querySelector<HTMLElement>("[data-testid=watching] button")!.click();
  seated({ kind: "person", name: "Anna" }, [0]);
  expect(said()).toBe(null);
});

test.each([
  ["somebody else sits there", { kind: "person", name: "Cleo" }, "playing"],
  ["the game is over", { kind: "free" }, "over"],
])("it is no longer said when %s", (_, first, stage) => {
  expect(button("Take my seat again")).toBeTruthy();
  seated(first, [], stage);
  expect(said()).toBe(null);
});
