// @vitest-environment node
import { beforeEach, expect, test, vi } from "vitest";

const memory = vi.hoisted(() => new Map<string, unknown>());
vi.mock("../lib/storage", () => ({
  onDevice: {
    read: (key: string) => memory.get(key) ?? null,
    write: (key: string, value: unknown) => memory.set(key, value),
    forget: (key: string) => memory.delete(key),
  },
}));

import { forgetTries, noteDay, noteTry, today } from "./daily-tries";

const NOON = Date.parse("2026-11-18T12:00:00Z");
const DAY = 86_400_000;
const at = (day: string) => noteDay(day, Date.parse(`${day}T00:00:00Z`) + DAY);

beforeEach(() => memory.clear());

test("a device that has not tried anything has no streak", () => {
  expect(today(NOON)).toEqual({ isTried: false, best: null, streak: 0 });
  at("2026-11-18");
  expect(today(NOON)).toEqual({ isTried: false, best: null, streak: 0 });
});

test("the best of today's tries is kept, also if its comparison comes later", () => {
  at("2026-11-18");
  noteTry("2026-11-18", "escalier", null);
  expect(today(NOON)).toEqual({ isTried: true, best: null, streak: 1 });
  noteTry("2026-11-18", "escalier", { worse: 40, tries: 100 });
  noteTry("2026-11-18", "chocottes", { worse: 71, tries: 100 });
  noteTry("2026-11-18", "escalier", null); // the table is opened again
  at("2026-11-18");
  expect(today(NOON)).toEqual({ isTried: true, best: { worse: 71, tries: 100 }, streak: 1 });
});

test("days in a row are counted once each, and last until the end of the next day", () => {
  for (const day of ["2026-11-16", "2026-11-17"]) {
    at(day);
    noteTry(day, "escalier", { worse: 5, tries: 100 });
    noteTry(day, "chocottes", null);
  }
  expect(today(NOON)).toEqual({ isTried: false, best: null, streak: 2 }); // nobody has asked the server today
  expect(today(NOON + DAY).streak).toBe(0);
  at("2026-11-18");
  expect(today(NOON).streak).toBe(2);
  noteTry("2026-11-18", "escalier", null);
  expect(today(NOON).streak).toBe(3);
});

test("after a day without a try the count begins again", () => {
  at("2026-11-15");
  noteTry("2026-11-15", "escalier", null);
  at("2026-11-18");
  expect(today(NOON).streak).toBe(0);
  noteTry("2026-11-18", "escalier", null);
  expect(today(NOON).streak).toBe(1);
  forgetTries();
  expect(today(NOON).streak).toBe(0);
});
