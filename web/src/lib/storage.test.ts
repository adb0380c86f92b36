import { afterEach, expect, test, vi } from "vitest";

import { inTab, onDevice } from "./storage";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function forbidden(): never {
  throw new DOMException("no", "SecurityError");
}

test("what is kept is found again, until it is forgotten", () => {
  expect(onDevice.read("a")).toBe(null);
  expect(onDevice.write("a", { n: 1 })).toBe(true);
  expect(onDevice.read("a")).toEqual({ n: 1 });
  onDevice.forget("a");
  expect(onDevice.read("a")).toBe(null);
});

test("where storage is forbidden it lasts as long as the page, and says so", () => {
  vi.stubGlobal("sessionStorage", { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  expect(inTab.write("b", 2)).toBe(false);
  expect(inTab.read("b")).toBe(2);
  inTab.forget("b");
  expect(inTab.read("b")).toBe(null);
});

test("where storage is full the new value counts, not the old one", () => {
  onDevice.write("c", "old");
  const full = { getItem: () => '"old"', setItem: forbidden, removeItem: () => {} };
  vi.stubGlobal("localStorage", full);
  onDevice.write("c", "new");
  expect(onDevice.read("c")).toBe("new");
  onDevice.forget("c");
});

test("spoilt text is no text", () => {
  localStorage.setItem("d", "{");
  expect(onDevice.read("d")).toBe(null);
});
