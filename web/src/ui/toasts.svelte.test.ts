import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";

import { dismiss, post, toast, toasts } from "./toasts.svelte";

test("an effect that says something says it once", () => {
  const end = $effect.root(() => {
    $effect(() => toast("boo"));
  });
  flushSync();
  expect(toasts.map((one) => one.text)).toEqual(["boo"]);
  dismiss(toasts[0]!.key);
  flushSync();
  expect(toasts).toEqual([]);
  end();
});

test("what is said again is not there twice", () => {
  for (const text of ["boo", "hoo", "boo"]) toast(text);
  expect(toasts.map((one) => one.text)).toEqual(["hoo", "boo"]);
  toasts.splice(0);
});

test("a notice stays until it is closed", () => {
  vi.useFakeTimers();
  toast("boo");
  post("We restart at noon.");
  vi.advanceTimersByTime(600_000);
  expect(toasts.map((one) => one.text)).toEqual(["We restart at noon."]);
  dismiss(toasts[0]!.key);
  expect(toasts).toEqual([]);
  vi.useRealTimers();
});
