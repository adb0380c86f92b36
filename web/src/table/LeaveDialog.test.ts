import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import type { LiveTable } from "../live/table.svelte";
import { announcer, liveRegion } from "../narration/announcer.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import { toasts } from "../ui/toasts.svelte";
import LeaveDialog from "./LeaveDialog.svelte";
import WatchStrip from "./WatchStrip.svelte";

let table: LiveTable;
let shown: Record<string, unknown>[];
let version = 10;

const buttons = (label: string) => (
  flushSync(),
  [...document.querySelectorAll("button")].filter((one) => one.textContent.trim() === label)
);
const again = () => buttons("Take my seat again");

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
  shown = [mount(LeaveDialog, { target: document.body, props: { table, close: () => {}, left: () => {} } })];
  flushSync();
  buttons("Leave")[0]!.click();
  seated({ kind: "free" }, []);
  shown.push(mount(WatchStrip, { target: document.body, props: { table } }));
});
afterEach(async () => {
  for (const one of shown) await unmount(one);
  announcer.hush();
  table.close();
  stopServer();
  document.body.replaceChildren();
});

test("whoever has left can come back by one button, until the seat is taken", () => {
  expect(toasts).toEqual([]);
  expect(again()).toHaveLength(1);
  again()[0]!.click();
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "sit", seat: 0 });
  seated({ kind: "person", name: "Cleo" }, []);
  expect(again()).toEqual([]);
});

test("it is announced", () => {
  vi.advanceTimersByTime(200);
  expect(liveRegion.text).toBe("You have left your seat.");
});
