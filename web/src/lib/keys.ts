/**
 * Keyboard shortcuts. An element with a key has it in `aria-keyshortcuts`, which assistive technology reads, too;
 * pressing the key is a click.
 */

import type { Attachment } from "svelte/attachments";

import { ACTS } from "./taps";

/** Elements in which a key has another meaning. */
const TYPED = "input, textarea, select, [contenteditable], dialog";
const KEYED = "[aria-keyshortcuts]";
const OFF = ":disabled, [aria-disabled=true], [inert], [inert] *";
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The keys of the bar and of pages; a game takes others. */
export const BAR = {
  menu: "M",
  hint: "H",
  history: "L",
  sound: "S",
  talk: "B",
  why: "W",
  aid: "E",
  go: "G",
  fill: "F",
  list: "?",
} as const;
/** Explains a card. */
export const CARD_HELP = "I";
const DIGITS = "123456789";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Says no everywhere, as at the text table and in the terminal. */
export const NO = "0";

/** Give an element a key, or several of which the first is shown; undefined: it has none now. */
export function keyed(keys: string | undefined, isShown = true): Attachment<HTMLElement> | undefined {
  if (!keys) return undefined;
  return (element) => {
    element.setAttribute("aria-keyshortcuts", keys);
    if (!isShown) return () => element.removeAttribute("aria-keyshortcuts");
    const cap = document.createElement("kbd");
    cap.className = "key";
    cap.setAttribute("aria-hidden", "true");
    cap.textContent = keys.split(" ")[0]!;
    element.append(cap);
    element.classList.add("has-key");
    return () => {
      cap.remove();
      element.removeAttribute("aria-keyshortcuts");
      element.classList.remove("has-key");
    };
  };
}

/** The nth of many things to choose from, from 0: digits, then letters that mean nothing else. */
export function nthKey(nth: number, taken: readonly string[] = []): string | undefined {
  const free = [...LETTERS].filter(
    (letter) => letter !== CARD_HELP && !taken.includes(letter) && !(Object.values(BAR) as string[]).includes(letter),
  );
  return [...DIGITS, ...free][nth];
}

/** Return the key that was pressed, in capitals; digits also where a keyboard has them only with Shift. */
export function keyOf(event: KeyboardEvent): string {
  const [, digit] = /^Digit(\d)$/.exec(event.code) ?? [];
  if (digit !== undefined && !event.shiftKey) return digit;
  return event.key.length === 1 ? event.key.toUpperCase() : event.key;
}

/** Tell whether a key is meant for the page: not with Control, not held down, not in a field, not in a dialog. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  if (target instanceof Element && target.closest(TYPED)) return false;
  return document.querySelector("dialog[open]") === null;
}

const isThere = (element: Element) => !element.matches(OFF) && (element.checkVisibility?.() ?? true);

/** Return the elements that have a key now, as [keys, element]. */
export function keys(): (readonly [string[], HTMLElement])[] {
  return [...document.querySelectorAll<HTMLElement>(KEYED)]
    .filter(isThere)
    .map((element) => [element.getAttribute("aria-keyshortcuts")!.split(" "), element] as const);
}

/** Return the element that a key activates now. */
export function withKey(key: string): HTMLElement | undefined {
  return keys().find(([has]) => has.includes(key))?.[1];
}

/** Return the next element in the direction of an arrow key, from the focused one; the first, if none has the focus. */
export function towards(key: string): HTMLElement | undefined {
  const way = ARROWS[key];
  if (!way) return undefined;
  const all = [...document.querySelectorAll<HTMLElement>(ACTS)].filter(isThere);
  const from = document.activeElement;
  if (!from || !all.includes(from as HTMLElement)) return all[0];
  const [x, y] = middle(from);
  const costs = all.flatMap((element) => {
    const [right, down] = middle(element).map((at, axis) => at - [x, y][axis]!) as [number, number];
    const ahead = right * way[0] + down * way[1];
    const aside = Math.abs(right * way[1]) + Math.abs(down * way[0]);
    return element !== from && ahead > 1 ? [{ element, cost: ahead + 2 * aside }] : [];
  });
  return costs.sort((one, other) => one.cost - other.cost)[0]?.element;
}

function middle(element: Element): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
