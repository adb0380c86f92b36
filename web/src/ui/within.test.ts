import { afterEach, expect, test } from "vitest";

import { whole } from "./whole";
import { within } from "./within";

afterEach(() => document.body.replaceChildren());

test.each([
  [-17, "19px"], // cut at the left: shifted to the right, and two pixels more
  [310, "-22px"],
  [100, ""],
])("a label at %i px is shifted into the table", (left, shift) => {
  document.body.innerHTML = "<main><span>line lost, 10 s</span></main>";
  const [room, label] = [document.querySelector("main")!, document.querySelector("span")!];
  room.getBoundingClientRect = () => new DOMRect(0, 0, 390, 700);
  label.getBoundingClientRect = () => new DOMRect(left, 300, 100, 18);
  within("line lost, 10 s")(label);
  expect(label.style.getPropertyValue("--shift")).toBe(shift);
});

test("a text that is cut is written smaller until it is whole, and not smaller than that", () => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  document.body.innerHTML = "<style>p { font-size: 20px }</style><div><p>A long question</p></div>";
  const text = document.querySelector("p")!;
  const size = () => parseFloat(text.style.fontSize || "20");
  Object.defineProperty(text, "clientHeight", { value: 50 });
  Object.defineProperty(text, "scrollHeight", { get: () => size() * 3 });
  whole("A long question", 0.6)(text);
  expect(size()).toBeCloseTo(17); // three lines of 17 px
});
