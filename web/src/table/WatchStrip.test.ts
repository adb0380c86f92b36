import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { speak } from "../lang/language.svelte";
import { settings } from "../lib/settings.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import WatchStrip from "./WatchStrip.svelte";

let page: Record<string, unknown>;

beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) { this.open = true; }; // prettier-ignore
  return speak("en");
});
beforeEach(() => {
  startServer();
  Object.assign(settings, { name: "Moonbeam", isNamed: false });
  const table = sitAt({ lobby: { ...lobby, asking: [] }, seats: [], creator: false, own: [] });
  page = mount(WatchStrip, { target: document.body, props: { table } });
  flushSync();
});
afterEach(async () => {
  await unmount(page);
  Object.assign(settings, { name: "", isNamed: null });
  flushSync();
  stopServer();
});

const asked = () => FakeSocket.last.sent.filter((one) => one.type === "ask");
function tap(selector: string): void {
  document.querySelector<HTMLElement>(selector)!.click();
  flushSync();
}

test("who gives a name for the first time asks for a seat with OK", () => {
  tap("[data-testid=watching] button");
  const field = document.querySelector<HTMLInputElement>("dialog input")!;
  field.value = "Omar";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  expect(asked()).toEqual([]);
  tap("dialog .footer .warm");
  expect(asked()).toMatchObject([{ name: "Omar" }]);
  expect(document.querySelector("dialog")).toBeNull();
});

test("who closes the dialog asks for nothing", () => {
  tap("[data-testid=watching] button");
  document.querySelector("dialog")!.dispatchEvent(new Event("close"));
  flushSync();
  expect(document.querySelector("dialog")).toBeNull();
  expect(asked()).toEqual([]);
});
