/** Puts the hint of a table where it lies on no words, whatever they are. */

import { boxesOf, clearPlace, type Taken } from "../ui/clear-place";

const WEIGHT = 20; // of a line that is covered, where anything else has 1
const ROOMS = "main :is(.news, .prompt, .ask)"; // words may come there later

/** Move a fixed element to the place where it covers least; it may be at a side, too. */
export function clearOfWords(element: HTMLElement): void {
  const rooms = [...document.querySelectorAll(ROOMS)].map((room) => room.getBoundingClientRect());
  clearPlace(element, [...visibleWords(element), ...boxesOf(rooms, WEIGHT)]);
}

/** Return the boxes of all visible words outside `element`. */
function visibleWords(element: HTMLElement): Taken[] {
  const isSeen = (one: Element) =>
    !element.contains(one) &&
    !one.closest("[inert], .unseen, script, style, dialog:not([open])") &&
    (one.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) ?? true);
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const taken: Taken[] = [];
  while (words.nextNode()) {
    const text = words.currentNode as Text;
    if (!text.data.trim() || !text.parentElement || !isSeen(text.parentElement)) continue;
    range.selectNodeContents(text);
    taken.push(...boxesOf(range.getClientRects(), WEIGHT));
  }
  return taken;
}
