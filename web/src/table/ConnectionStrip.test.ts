import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LANGUAGES } from "../lang/catalogue";
import { speak } from "../lang/language.svelte";
import type { LiveTable } from "../live/table.svelte";
import { FakeSocket } from "../testing/socket";
import { comeBack, sitAt, startServer, stopServer } from "../testing/table";
import ConnectionStrip from "./ConnectionStrip.svelte";

let table: LiveTable;
let shown: Record<string, unknown>;

const line = () => (
  flushSync(),
  document.querySelector("[data-testid=line]")!.textContent!.replace(/\s+/g, " ").trim()
);
const strip = () => (flushSync(), document.querySelector(".strip")!);
const cancel = () => (flushSync(), document.querySelector("button"));

beforeEach(async () => {
  await speak("en");
  startServer();
  table = sitAt();
  shown = mount(ConnectionStrip, { target: document.body, props: { table } });
});

afterEach(async () => {
  await unmount(shown);
  table.close();
  stopServer();
  document.body.replaceChildren();
  await speak("en");
});

test("nothing is to be seen of a good line, but read it can be", () => {
  expect(line()).toBe("Connected");
  expect(strip().classList).not.toContain("seen");
});

test("a move on its way is told of after 2 s, and no longer once it is answered", () => {
  table.act("look 1");
  vi.advanceTimersByTime(1_999);
  expect(strip().classList).not.toContain("seen");
  vi.advanceTimersByTime(1);
  expect(strip().classList).toContain("seen");
  expect(line()).toBe("Connected Sending your move…");
  const { id } = FakeSocket.last.sent.find(({ type }) => type === "move") as { id: string };
  FakeSocket.last.tell({ type: "done", id, version: 11 });
  expect(line()).toBe("Connected");
  expect(strip().classList).not.toContain("seen");
});

test("a move that waits can be taken back there; one that may have left cannot", () => {
  FakeSocket.last.close();
  expect(line()).toBe("Connection lost, trying again…");
  expect(cancel()).toBe(null);
  table.act("look 1");
  expect(line()).toBe("Connection lost, trying again… Your move will be sent.");
  cancel()!.click();
  expect(line()).toBe("Connection lost, trying again…");
  comeBack();
  table.act("look 1");
  FakeSocket.last.close();
  expect(line()).toBe("Connection lost, trying again… Your move may have been sent. It counts only once.");
  expect(cancel()).toBe(null);
});

test("a device without a network says so", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  dispatchEvent(new Event("offline"));
  expect(line()).toBe("You are offline.");
  vi.restoreAllMocks();
  dispatchEvent(new Event("online"));
  expect(line()).toBe("Connection lost, trying again…");
});

test("every language has all of it, in one or two short sentences", async () => {
  FakeSocket.last.close();
  table.act("look 1");
  for (const language of LANGUAGES) {
    await speak(language);
    expect(line().length).toBeLessThan(60);
  }
});
