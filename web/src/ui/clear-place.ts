/** Puts a short message where it covers no name, score, question, news or card, and nothing to tap. */

const TABLE = "[data-speaker], .moon, .prompt, .ask, [data-testid=news] p, main img";
const TAKEN = `${TABLE}, button, a, input, select, .call, .notes > .seen`;
const GAP_PX = 4;

export interface Taken {
  box: DOMRect;
  weight: number;
}

export function boxesOf(boxes: Iterable<DOMRect>, weight: number): Taken[] {
  return [...boxes].filter((box) => box.width > 1 && box.height > 1).map((box) => ({ box, weight }));
}

/** Return the boxes of what is taken outside `element`. */
function takenPlaces(element: HTMLElement): Taken[] {
  return [...document.querySelectorAll(TAKEN)].flatMap((one) =>
    element.contains(one) || one.closest("[inert]") ? [] : boxesOf([one.getBoundingClientRect()], 1),
  );
}

/**
 * Move a fixed element, centred by `left`, to the place where it covers least: nothing, where there is room; in the
 * middle rather than at a side, and as high as it can be. It stays there. `words` are places that are taken, too.
 */
export function clearPlace(element: HTMLElement, words: readonly Taken[] = []): void {
  const { width, height } = element.getBoundingClientRect();
  const all = [...takenPlaces(element), ...words];
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
