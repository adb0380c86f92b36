import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { keepAwake } from "./wake-lock";

const held = new Set<object>();
let isRefused = false;
let visibility: DocumentVisibilityState = "visible";

async function turn(to: DocumentVisibilityState): Promise<void> {
  visibility = to;
  if (to === "hidden") held.clear(); // the browser releases it
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
}
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  held.clear();
  [isRefused, visibility] = [false, "visible"];
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  const request = async () => {
    if (isRefused) throw new DOMException("low battery", "NotAllowedError");
    const sentinel = { release: async () => void held.delete(sentinel) };
    held.add(sentinel);
    return sentinel;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "wakeLock");
  vi.restoreAllMocks();
});

test("the screen stays awake until the end, and again after the page was hidden", async () => {
  const stop = keepAwake();
  await settled();
  expect(held.size).toBe(1);
  await turn("hidden");
  expect(held.size).toBe(0);
  await turn("visible");
  expect(held.size).toBe(1);
  stop();
  await settled();
  expect(held.size).toBe(0);
  await turn("visible");
  expect(held.size).toBe(0);
});

test("an end right after the beginning releases the screen as well", async () => {
  keepAwake()();
  await settled();
  expect(held.size).toBe(0);
});

test("a hidden page asks for nothing", async () => {
  visibility = "hidden";
  const stop = keepAwake();
  await settled();
  expect(held.size).toBe(0);
  stop();
});

test("a browser that refuses, or does not know it, is no error", async () => {
  isRefused = true;
  keepAwake()();
  await settled();
  Reflect.deleteProperty(navigator, "wakeLock");
  keepAwake()();
  await settled();
  expect(held.size).toBe(0);
});
