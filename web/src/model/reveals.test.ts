import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { tempo } from "../lib/pace";
import { settings } from "../lib/settings.svelte";
import { Reveals } from "./reveals.svelte";

let told: number[];
let ended: number;
let reveals: Reveals;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  ended = 0;
  reveals = new Reveals(tempo, (version) => told.push(version));
});
afterEach(() => {
  reveals.close();
  Object.assign(settings, { pace: "normal", isUnhurried: false });
  flushSync();
  vi.useRealTimers();
});

const begin = (ms = 1000) => reveals.begin(ms, () => (ended += 1));

describe("a show", () => {
  it("is waited for from the moment that something happened, and told of when it is over", () => {
    reveals.expect(7);
    expect(reveals.isOn).toBe(true); // before anything could be drawn
    begin();
    vi.advanceTimersByTime(999);
    expect([reveals.isOn, ended, told]).toEqual([true, 0, []]);
    vi.advanceTimersByTime(3);
    vi.advanceTimersByTime(3);
    expect([reveals.isOn, ended, told]).toEqual([false, 1, [7]]);
  });

  it("is not waited for where there is nothing to be seen", () => {
    reveals.expect(7);
    vi.advanceTimersByTime(3);
    expect([reveals.isOn, told]).toEqual([false, [7]]);
  });

  it("is tapped away, with what it ends in", () => {
    reveals.expect(7);
    begin();
    reveals.skip();
    expect([reveals.isOn, ended]).toEqual([true, 1]);
    vi.advanceTimersByTime(3);
    expect([reveals.isOn, told]).toEqual([false, [7]]);
    vi.advanceTimersByTime(5000);
    expect(ended).toBe(1);
  });

  it("may lead to another one, and both are waited for", () => {
    reveals.expect(7);
    reveals.begin(1000, () => begin(500));
    vi.advanceTimersByTime(1000);
    expect([reveals.isOn, told]).toEqual([true, []]);
    vi.advanceTimersByTime(500);
    vi.advanceTimersByTime(3);
    expect([ended, told]).toEqual([1, [7]]);
  });

  it("that is cancelled does not end", () => {
    begin().cancel();
    vi.advanceTimersByTime(5000);
    expect([reveals.isOn, ended]).toEqual([false, 0]);
  });
});

describe("the pace of this device", () => {
  it.each([
    ["slow", 1800],
    ["normal", 1000],
    ["fast", 400],
  ] as const)("%s", (pace, lasts) => {
    settings.pace = pace;
    begin();
    vi.advanceTimersByTime(lasts - 1);
    expect(ended).toBe(0);
    vi.advanceTimersByTime(3);
    expect(ended).toBe(1);
  });

  it("step by step waits for a tap, and tells the server that it still waits", () => {
    settings.pace = "step";
    reveals.expect(7);
    begin();
    vi.advanceTimersByTime(60_000);
    expect([reveals.isStep, ended]).toEqual([true, 0]);
    expect(told).toEqual(Array.from({ length: 19 }, () => 0));
    reveals.skip();
    vi.advanceTimersByTime(3);
    expect(told.at(-1)).toBe(7);
    vi.advanceTimersByTime(60_000);
    expect(told).toHaveLength(20);
  });

  it("no hurry is slower than slow", () => {
    Object.assign(settings, { pace: "fast", isUnhurried: true });
    begin();
    vi.advanceTimersByTime(1999);
    expect(ended).toBe(0);
    vi.advanceTimersByTime(3);
    expect(ended).toBe(1);
  });
});

it("an open tip lets the table wait, and no question", () => {
  const close = reveals.keep();
  reveals.expect(7);
  vi.advanceTimersByTime(10);
  expect(reveals.isOn).toBe(false);
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([0, 0, 0]);
  close();
  vi.advanceTimersByTime(3);
  expect(told.at(-1)).toBe(7);
});

it("waiting for others keeps questions back, but nobody else; a tap does not end it", () => {
  reveals.expect(7);
  reveals.wait(5000, () => (ended += 1));
  vi.advanceTimersByTime(3);
  expect([reveals.isOn, reveals.isStep, told]).toEqual([true, false, [7]]);
  reveals.skip();
  expect([reveals.isOn, ended]).toEqual([true, 0]);
  vi.advanceTimersByTime(5000);
  expect([reveals.isOn, ended, told]).toEqual([false, 1, [7]]);
});

it("a glance keeps questions back, but not the table; a tap ends it", () => {
  reveals.expect(7);
  reveals.glance(1000, () => (ended += 1));
  vi.advanceTimersByTime(10);
  expect([reveals.isOn, told.at(-1)]).toEqual([true, 7]);
  reveals.skip();
  expect([reveals.isOn, ended]).toEqual([false, 1]);
});

it("a new connection hears again how far this device is", () => {
  reveals.expect(7);
  vi.advanceTimersByTime(3);
  reveals.renew(7);
  expect(reveals.isOn).toBe(false);
  vi.advanceTimersByTime(3);
  expect(told).toEqual([7, 7]);
});
