import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { busyUntil, NEW_QUESTION_MS, watchPresses } from "./taps";

let stop: () => void;
let clicked: string[];
let clock = 0; // of all tests: a press of one is long over in the next

/** Draw a button that notes its clicks. */
function button(name: string, into: Element = document.body): HTMLButtonElement {
  const drawn = into.appendChild(document.createElement("button"));
  drawn.textContent = name;
  drawn.addEventListener("click", () => clicked.push(drawn.textContent));
  return drawn;
}

const at = (x: number) => ({ bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: 0, isPrimary: true });
const press = (on: Element, x = 0) => on.dispatchEvent(new PointerEvent("pointerdown", at(x)));
const lift = (on: Element, x = 0) => {
  on.dispatchEvent(new PointerEvent("pointerup", at(x)));
  on.dispatchEvent(new MouseEvent("click", at(x)));
};
const tap = (on: Element, x = 0) => (press(on, x), lift(on, x));
const type = (key: string, on: HTMLElement, repeat = false) => {
  on.dispatchEvent(new KeyboardEvent("keydown", { key, repeat, bubbles: true }));
  on.click();
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("CSSTransition", Transition);
  vi.stubGlobal("CSSAnimation", Transition);
  vi.stubGlobal("DOMMatrix", Matrix);
  vi.advanceTimersByTime((clock += 10_000));
  clicked = [];
  stop = watchPresses();
});

afterEach(() => {
  vi.runAllTimers(); // a press is forgotten
  stop();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a click is delivered to the element on which its press began", () => {
  const [sit, start] = [button("Sit down"), button("Start")];
  press(sit);
  lift(start); // which has moved under the finger
  press(sit);
  lift(document.body);
  expect(clicked).toEqual(["Sit down", "Sit down"]);
});

test("a tap on a label clicks its field, also a second time", () => {
  const label = document.body.appendChild(document.createElement("label"));
  const field = label.appendChild(document.createElement("input"));
  const words = label.appendChild(document.createElement("span"));
  field.type = "checkbox";
  tap(words);
  expect(field.checked).toBe(true);
  tap(words);
  expect(field.checked).toBe(false);
});

test("a finger that slips off, and an element that is gone or says something else, click nothing", () => {
  const [sit, start] = [button("Sit down"), button("Start 3")];
  press(sit, 0);
  lift(start, 100);
  press(sit);
  sit.textContent = "Stand up";
  lift(sit);
  press(sit);
  sit.remove();
  lift(start);
  expect(clicked).toEqual([]);
  press(start);
  start.textContent = "Start 2"; // it counts down
  lift(start);
  expect(clicked).toEqual(["Start 2"]);
});

test("a second tap does not hit the element that the first has put there; the same one takes it", () => {
  const [open, close] = [button("Open"), button("Close")];
  tap(open);
  tap(close);
  expect(clicked).toEqual(["Open"]);
  tap(open);
  expect(clicked).toEqual(["Open", "Open"]);
  tap(close, 100); // somewhere else
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  tap(open, 100);
  expect(clicked).toEqual(["Open", "Open", "Close", "Open"]);
});

test("a second tap that a busy page handles late is still the second", () => {
  const [open, close] = [button("Open"), button("Close")];
  tap(open);
  const second = [new PointerEvent("pointerdown", at(0)), new MouseEvent("click", at(0))];
  vi.advanceTimersByTime(2 * NEW_QUESTION_MS); // the page draws what the first has opened
  for (const event of second) close.dispatchEvent(event);
  expect(clicked).toEqual(["Open"]);
});

test("a second tap does not take back an answer; a knock takes two", () => {
  const main = document.body.appendChild(document.createElement("main"));
  const [card, knock] = [button("Card", main), button("Knock", main)];
  card.dataset.pick = "";
  knock.dataset.testid = "knock";
  tap(card);
  delete card.dataset.pick; // it is picked, and another tap would put it back
  tap(card);
  tap(knock, 100);
  tap(knock, 100);
  expect(clicked).toEqual(["Card", "Knock", "Knock"]);
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  tap(card);
  expect(clicked).toHaveLength(4);
});

test("a second tap or key does not repeat a request that takes one", () => {
  const hint = button("Hint");
  hint.dataset.once = "";
  tap(hint);
  tap(hint);
  expect(clicked).toEqual(["Hint"]);
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  tap(hint);
  type("Enter", hint);
  type("Enter", hint);
  expect(clicked).toEqual(["Hint", "Hint", "Hint"]);
});

test("keys obey the same rules: held down, and pressed twice", () => {
  const [open, close] = [button("Open"), button("Close")];
  type("Enter", open);
  type("Enter", open, true);
  type("Enter", close);
  expect(clicked).toEqual(["Open"]);
  type("Tab", open);
  clicked = [];
  type("Enter", close); // chosen on purpose
  close.click(); // by assistive technology
  expect(clicked).toEqual(["Close", "Close"]);
});

test("an element is busy while its command is under way, and takes no click", () => {
  const start = button("Start");
  const ends: (() => void)[] = [];
  start.addEventListener("click", () => ends.push(busyUntil()));
  tap(start);
  expect(start.ariaBusy ?? start.getAttribute("aria-busy")).toBe("true");
  tap(start);
  start.click();
  expect(clicked).toEqual(["Start"]);
  ends[0]!();
  expect(start.hasAttribute("aria-busy")).toBe(false);
  tap(start);
  expect(clicked).toEqual(["Start", "Start"]);
});

// jsdom has neither animations nor matrices.
class Transition {
  playState = "running";
}
class Matrix {
  readonly m41: number;
  readonly m42: number;
  constructor(text: string) {
    [this.m41, this.m42] = text
      .match(/[-\d.]+/g)!
      .slice(4)
      .map(Number) as [number, number];
  }
}

/** A card whose animation, by a script, has it moved so far from its place. */
function card(name: string, moved: number, animation?: Animation): HTMLButtonElement {
  const drawn = button(name, document.querySelector("main")!);
  drawn.dataset.pick = "";
  drawn.style.transform = `matrix(1, 0, 0, 1, ${moved}, 0)`;
  const flight = animation ?? ({ playState: "running" } as Animation);
  drawn.getAnimations = () => (moved === 0 ? [] : [flight]);
  drawn.getBoundingClientRect = () => new DOMRect(0, 0, 80, 120);
  return drawn;
}

test("a card that flies cannot be hit: the press counts for the resting card below, or for none", () => {
  document.body.append(document.createElement("main"));
  const [resting, flying, arriving] = [card("resting", 0), card("flying", 60), card("arriving", 10)];
  let below: Element[] = [flying, resting];
  document.elementsFromPoint = () => below;
  tap(flying);
  expect(clicked).toEqual(["resting"]);
  below = [flying];
  vi.advanceTimersByTime(NEW_QUESTION_MS);
  tap(flying, 200);
  expect(clicked).toEqual(["resting"]);
  tap(arriving, 400); // nearly at its place
  expect(clicked).toEqual(["resting", "arriving"]);
});

test("a card that the style sheet raises under the mouse is hit", () => {
  document.body.append(document.createElement("main"));
  const raised = card("raised", 60, new Transition() as Animation);
  tap(raised);
  expect(clicked).toEqual(["raised"]);
});

test("a command that no press has sent marks nothing", () => {
  const start = button("Start");
  tap(start);
  vi.advanceTimersByTime(1);
  busyUntil();
  expect(start.hasAttribute("aria-busy")).toBe(false);
});
