/** Puts a short message where it covers no name, score, question, news or card, and nothing to tap. */

const TABLE = "[data-speaker], .moon, .prompt, .ask, [data-testid=news] p, main img";
const TAKEN = `${TABLE}, button, a, input, select, .call, .notes > .seen`;
const GAP_PX = 4;

/** Move a fixed element to the highest place where it covers least: nothing, where there is room. It stays there. */
export function clearPlace(element: HTMLElement): void {
  const { left, right, height } = element.getBoundingClientRect();
  const taken = [...document.querySelectorAll(TAKEN)]
    .filter((one) => !element.contains(one) && !one.closest("[inert]"))
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.left < right && box.right > left);
  const covered = (top: number) =>
    taken.reduce((sum, box) => sum + Math.max(0, Math.min(box.bottom, top + height) - Math.max(box.top, top)), 0);
  const tops = [0, ...taken.map(({ bottom }) => bottom)]
    .map((top) => top + GAP_PX)
    .filter((top) => top >= GAP_PX && top + height <= innerHeight)
    .sort((one, other) => covered(one) - covered(other) || one - other);
  element.style.top = `${tops[0] ?? GAP_PX}px`;
}
