import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { movedFrom, placesOf } from "./moves";

vi.mock("../../../lib/motion", () => ({ lasting: (ms: number) => ms }));
const animate = vi.fn();

beforeEach(() => {
  document.body.innerHTML = "<div><div class='own'></div><div class='ask'></div><div class='news'></div></div>";
  Element.prototype.animate = animate;
});
afterEach(() => {
  vi.clearAllMocks();
  document.body.replaceChildren();
});

test("what makes room for a visitor moves there and never fades; what stays does not move", () => {
  const table = document.body.firstElementChild as HTMLElement;
  const own = table.querySelector<HTMLElement>(".own")!;
  own.getBoundingClientRect = () => new DOMRect(10, 400, 200, 150);
  const before = placesOf(table);
  expect([...before.keys()].map((part) => part.className)).toEqual(["own", "ask"]);
  own.getBoundingClientRect = () => new DOMRect(150, 420, 200, 150);
  movedFrom(before);
  expect(animate.mock.calls).toEqual([
    [[{ translate: "-140px -20px" }, { translate: "0 0" }], expect.objectContaining({ easing: "ease-out" })],
  ]);
});
