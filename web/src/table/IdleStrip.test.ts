import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import { speak } from "../lang/language.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import IdleStrip from "./IdleStrip.svelte";

beforeEach(async () => {
  startServer();
  await speak("en");
});
afterEach(() => {
  void unmount(strip);
  stopServer();
});

let strip: Record<string, unknown>;

const text = () => document.querySelector("[role=status]")?.textContent.trim();
const button = () => document.querySelector("button");

function idle(seat: number): void {
  const seats = lobby.seats.map((one, index) => (index === seat ? { ...one, away: true, idle: true } : one));
  const table = sitAt({ lobby: { ...lobby, stage: "playing", seats } });
  strip = mount(IdleStrip, { target: document.body, props: { table } });
  flushSync();
}

test("everybody is told for whom a bot plays, and why", () => {
  idle(1);
  expect(text()).toBe("Ben let the clock run out twice: a bot plays.");
  expect(button()).toBe(null);
});

test("an idle player is told so, and comes back by a tap", () => {
  idle(0);
  expect(text()).toBe("Your clock ran out twice: a bot plays for you.");
  button()!.click();
  expect(FakeSocket.last.sent).toContainEqual({ type: "back" });
  FakeSocket.last.tell({ type: "update", version: 99, at: 0, public: { lobby: { seats: lobby.seats } } });
  flushSync();
  expect(text()).toBe("");
  expect(button()).toBe(null);
});
