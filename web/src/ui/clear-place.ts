/** Puts a short message where it covers no name, score, question, news or card, and nothing to tap. */

const TABLE = "[data-speaker], .moon, .prompt, .ask, [data-testid=news] p, main img";
const TAKEN = `${TABLE}, button, a, input, select, .call, .notes > .seen`;
const WORDS_WEIGHT = 20; // of a line that is covered, where anything else has 1
const GAP_PX = 4;

interface Taken {
  box: DOMRect;
  weight: number;
}

/** Return the boxes of what is taken outside `element`; with `hasWords`, of all visible words, too. */
function takenPlaces(element: HTMLElement, hasWords: boolean): Taken[] {
  const taken: Taken[] = [];
  const add = (boxes: Iterable<DOMRect>, weight: number) => {
    for (const box of boxes) if (box.width > 1 && box.height > 1) taken.push({ box, weight });
  };
  for (const one of document.querySelectorAll(TAKEN)) {
    if (!element.contains(one) && !one.closest("[inert]")) add([one.getBoundingClientRect()], 1);
  }
  if (!hasWords) return taken;
  const isSeen = (one: Element) =>
    !element.contains(one) &&
    !one.closest("[inert], .unseen, script, style, dialog:not([open])") &&
    (one.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) ?? true);
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (words.nextNode()) {
    const text = words.currentNode as Text;
    if (!text.data.trim() || !text.parentElement || !isSeen(text.parentElement)) continue;
    range.selectNodeContents(text);
    add(range.getClientRects(), WORDS_WEIGHT);
  }
  return taken;
}

/**
 * Move a fixed element, centred by `left`, to the place where it covers least: nothing, where there is room; in the
 * middle rather than at a side, and as high as it can be. It stays there.
 */
export function clearPlace(element: HTMLElement, hasWords = false): void {
  const { width, height } = element.getBoundingClientRect();
  const all = takenPlaces(element, hasWords);
  const middle = innerWidth / 2;
  const side = width / 2 + GAP_PX;
  const columns = side < middle - GAP_PX ? [middle, side, innerWidth - side] : [middle];
  let [best, least] = [{ x: middle, top: GAP_PX }, Infinity];
  for (const x of columns) {
    const taken = all.filter(({ box }) => box.left < x + width / 2 && box.right > x - width / 2);
    const tops = [0, ...taken.map(({ box }) => box.bottom)]
      .map((top) => top + GAP_PX)
      .sort((one, other) => one - other);
    for (const top of tops) {
      if (top + height > innerHeight) break;
      const covered = taken.reduce(
        (sum, { box, weight }) =>
          sum + weight * Math.max(0, Math.min(box.bottom, top + height) - Math.max(box.top, top)),
        0,
      );
      if (covered < least) [best, least] = [{ x, top }, covered];
    }
  }
  element.style.left = `${best.x}px`;
  element.style.top = `${best.top}px`;
}

/** The same for a hint, which may be at a side, too: it lies on no words, whatever they are. */
export function clearOfWords(element: HTMLElement): void {
  clearPlace(element, true);
}
