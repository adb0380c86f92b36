import { afterEach, expect, test } from "vitest";

import { fitted } from "./fitted";

const ROOM = 100; // px

/** Make a name with a longest word of so many letters, each 0.6 of its size wide; return the lines it needs. */
function written(letters: number, linesAt: (size: number) => number, size = 16): HTMLElement {
  document.body.innerHTML = `<div><div style="font-size: ${size}px"><span></span></div></div>`;
  const element = document.querySelector("span")!;
  const sized = () => parseFloat(element.style.fontSize);
  const lines = () => parseFloat(element.style.getPropertyValue("--lines"));
  Object.defineProperties(element, {
    clientWidth: { get: () => ROOM },
    scrollWidth: { get: () => Math.max(ROOM, letters * 0.6 * sized()) },
    clientHeight: { get: () => lines() * sized() },
    scrollHeight: { get: () => linesAt(sized()) * sized() },
  });
  fitted("")(element);
  return element;
}

afterEach(() => (document.body.innerHTML = ""));

test("a name that has room is as large as the others", () => {
  expect(written(8, () => 1).style.fontSize).toBe("16px");
});

test("a word that is too long is written smaller, not broken", () => {
  expect(written(14, () => 1).style.fontSize).toBe("12px");
});

test("before letters get too small to read, there are three lines", () => {
  const { style } = written(8, () => 3);
  expect([style.fontSize, style.getPropertyValue("--lines")]).toEqual(["11px", "3"]);
});

test("and only then smaller ones: nothing is cut", () => {
  expect(written(17, () => 3).style.fontSize).toBe("9.5px");
});
