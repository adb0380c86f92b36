import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import Bubbles from "./Bubbles.svelte";

let component: Record<string, unknown>;

beforeEach(async () => {
  startServer();
  await speak("en");
  Element.prototype.animate ??= () => ({}) as Animation;
  component = mount(Bubbles, { target: document.body, props: { table: sitAt() } });
  flushSync();
});
afterEach(() => {
  void unmount(component);
  stopServer();
});

const shown = () => [...document.querySelectorAll<HTMLElement>(".bubble")].map((one) => one.textContent.trim());
const spoken = () => document.querySelector("[role=status]")!.textContent;

function tell(message: object): void {
  FakeSocket.last.tell(message);
  flushSync();
}
function pass(ms: number): void {
  vi.advanceTimersByTime(ms);
  flushSync();
}
const absent = (...seats: number[]) =>
  tell({ type: "absent", at: 0, absent: seats.map((seat) => ({ seat, since: 0, until: 20_000 })) });
const talk = (version: number, seat: number, phrase: string) =>
  tell({ type: "update", version, at: 0, public: { talk: { seat, phrase } } });

test("several that speak at once are all seen, and read out with their names", () => {
  talk(11, 0, "hello");
  talk(12, 1, "boo");
  expect(shown()).toEqual(["Anna Hello!", "Ben Boo!"]);
  expect(spoken()).toBe("Ben: Boo!");
  pass(5_000);
  expect(shown()).toEqual([]);
  expect(spoken()).toBe("");
});

test("a lost line is said once, and so is the return", () => {
  absent(1);
  pass(2_900);
  expect(spoken()).toBe("");
  pass(200);
  expect(spoken()).toBe("Ben is offline.");
  pass(6_000);
  expect(spoken()).toBe("");
  absent();
  expect(shown()).toEqual(["Ben is back."]);
  expect(spoken()).toBe("Ben is back.");
});

test("a flicker of the line is not mentioned", () => {
  absent(1);
  pass(2_000);
  expect(spoken()).toBe("");
  absent();
  expect([shown(), spoken()]).toEqual([[], ""]);
});

test("a player who leaves is named, and so is the bot that plays for a lost one", () => {
  const seats = (player: object) => ({ public: { lobby: { seats: [lobby.seats[0], player] } } });
  tell({ type: "update", version: 11, at: 0, ...seats({ ...lobby.seats[1], away: true }) });
  expect(spoken()).toBe("A bot plays for Ben now.");
  tell({ type: "update", version: 12, at: 0, ...seats({ kind: "free", name: "Ben", away: true }) });
  expect(shown()).toEqual(["Ben has left the table."]);
});
