import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { clearOfWords } from "./clear-of-words";

const WIDTH = 360;
const HEIGHT = 640;

/** Put an element there; its words lie within it, at `lines`. */
function put(html: string, box: DOMRect, lines: DOMRect[] = []): HTMLElement {
  const holder = document.createElement("div");
  holder.innerHTML = html;
  const element = holder.firstElementChild as HTMLElement;
  document.body.append(element);
  element.getBoundingClientRect = () => box;
  wordsOf.set(element, lines);
  return element;
}
const wordsOf = new Map<Element, DOMRect[]>();

beforeEach(() => {
  vi.stubGlobal("innerWidth", WIDTH);
  vi.stubGlobal("innerHeight", HEIGHT);
  Range.prototype.getClientRects = function () {
    return (wordsOf.get(this.startContainer.parentElement!) ?? []) as unknown as DOMRectList;
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  wordsOf.clear();
});

const placed = (hint: HTMLElement) => {
  clearOfWords(hint);
  return [hint.style.left, hint.style.top];
};
const hint = () => put("<p>Tap the table to skip</p>", new DOMRect(100, 0, 160, 28));

test("a message covers no words, whatever they are", () => {
  put("<h2>What does this child say?</h2>", new DOMRect(0, 0, WIDTH, 60), [new DOMRect(60, 10, 240, 40)]);
  expect(placed(hint())).toEqual(["180px", "54px"]); // below the words, not below the block
});

test("where the middle is full of words, a side is free", () => {
  const lines = Array.from({ length: 32 }, (_, at) => new DOMRect(175, at * 20, 180, 20));
  put("<p>Many lines</p>", new DOMRect(0, 0, WIDTH, HEIGHT), lines);
  expect(placed(hint())).toEqual(["84px", "4px"]);
});

test("the room of news that come later, and of a question that is held, stays free", () => {
  const game = put("<main><p class='news'></p><p class='prompt held'></p></main>", new DOMRect(0, 0, WIDTH, HEIGHT));
  game.children[0]!.getBoundingClientRect = () => new DOMRect(0, 0, WIDTH, 60);
  game.children[1]!.getBoundingClientRect = () => new DOMRect(0, 60, WIDTH, 40);
  expect(placed(hint())).toEqual(["180px", "104px"]);
});

test("where nothing is free, a picture is covered rather than words", () => {
  put("<p>Many lines</p>", new DOMRect(0, 0, WIDTH, 300), [new DOMRect(0, 0, WIDTH, 300)]);
  put("<main><img alt='' /></main>", new DOMRect(0, 300, WIDTH, 200));
  document.querySelector("img")!.getBoundingClientRect = () => new DOMRect(0, 300, WIDTH, 200);
  put("<button>On</button>", new DOMRect(0, 500, WIDTH, 140));
  const [, top] = placed(hint());
  expect(parseFloat(top!)).toBe(304);
});
