import { beforeEach, expect, test } from "vitest";

import { tableToFollow } from "./followed-table";
import { noteTable, remember } from "./recent-tables";

const people = { seated: true, over: true, players: [{ name: "Ben" }], seenAt: Date.now() };
const add = (code: string, facts: object = people) => remember({ code, game: "escalier", lesson: false, ...facts });

beforeEach(() => {
  localStorage.clear();
  tableToFollow(["t", "any"]);
});

test("pages follow the last finished table of people; tables follow none", () => {
  add("older");
  add("lune-1");
  expect(tableToFollow([])).toBe("lune-1");
  expect(tableToFollow(["mine"])).toBe("lune-1");
  expect(tableToFollow(["replay", "older", "1"])).toBe("older");
  expect(tableToFollow(["t", "lune-1"])).toBe(null);
  expect(tableToFollow(["play", "escalier"])).toBe(null);
});

test("tables of bots, of this device alone, of hours ago, and those without a seat are not followed", () => {
  add("bots", { ...people, players: [{ name: "comte", bot: "comte" }] });
  add("local-1");
  add("old", { ...people, seenAt: Date.now() - 4 * 3_600_000 });
  add("left", { ...people, seated: false });
  expect(tableToFollow([])).toBe(null);
});

test("a table whose game is played is followed only while its next game begins", () => {
  add("lune-1", { ...people, over: false });
  expect(tableToFollow([])).toBe(null);
  noteTable("lune-1", { over: true });
  expect(tableToFollow([])).toBe("lune-1");
  noteTable("lune-1", { over: false });
  expect(tableToFollow(["rules"])).toBe("lune-1"); // the seat may be kept
  tableToFollow(["t", "lune-1"]);
  expect(tableToFollow([])).toBe(null);
});
