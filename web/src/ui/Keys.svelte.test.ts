import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import { keyed } from "../lib/keys";
import { settings } from "../lib/settings.svelte";
import Keys from "./Keys.svelte";

let page: Record<string, unknown>;
let clicked: string[];
const taken = vi.fn((_: Element) => true);
const props = { game: "chocottes", takes: taken };

function add(key: string, html = "<button></button>"): HTMLElement {
  const holder = document.createElement("div");
  holder.innerHTML = html;
  const element = holder.firstElementChild as HTMLElement;
  document.body.append(element);
  element.addEventListener("click", () => clicked.push(key));
  keyed(key)!(element);
  return element;
}

function press(key: string, more: KeyboardEventInit = {}, at: EventTarget = document.body): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  at.dispatchEvent(event);
  flushSync();
  return event.defaultPrevented;
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(10_000);
  await speak("en");
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) { this.open = true; }; // prettier-ignore
  settings.hasKeys = true;
  clicked = [];
  taken.mockReturnValue(true);
  page = mount(Keys, { target: document.body, props });
  flushSync();
});

afterEach(async () => {
  await unmount(page);
  document.body.replaceChildren();
  vi.useRealTimers();
});

test("a key is a click on what has it, and shown on it", () => {
  const button = add("P 0");
  expect(button.querySelector("kbd")?.textContent).toBe("P");
  expect(press("p")).toBe(true);
  expect(press("0")).toBe(true);
  expect(press("x")).toBe(false);
  expect(clicked).toEqual(["P 0", "P 0"]);
  expect(document.activeElement).toBe(button);
});

test("digits count where a keyboard writes others without Shift", () => {
  add("1");
  press("&", { code: "Digit1" }); // as in France
  expect(clicked).toEqual(["1"]);
});

test("no key acts in a field, in a dialog, with Control, when held down, on what is off", () => {
  add("1", "<button disabled></button>");
  add("2", '<button aria-disabled="true"></button>');
  add("3");
  const field = document.createElement("input");
  document.body.append(field);
  expect([press("1"), press("2"), press("3", {}, field), press("3", { ctrlKey: true }), press("3", { repeat: true })])
    .toEqual([false, false, false, false, false]); // prettier-ignore
  const dialog = document.createElement("dialog");
  dialog.open = true;
  document.body.append(dialog);
  press("3");
  expect(clicked).toEqual([]);
});

test("a key does nothing on what may not be used yet, and leaves the focus where it is", () => {
  const button = add("K");
  taken.mockReturnValue(false);
  expect(press("k")).toBe(true);
  expect(clicked).toEqual([]);
  expect(taken).toHaveBeenLastCalledWith(button);
  expect(document.activeElement).toBe(document.body);
  taken.mockReturnValue(true);
  press("k");
  expect(clicked).toEqual(["K"]);
});

test("who needs the keys for something else turns them off; the list stays", () => {
  add("P");
  settings.hasKeys = false;
  flushSync();
  press("p");
  expect(clicked).toEqual([]);
  press("?", { shiftKey: true });
  expect(document.querySelector("dialog")?.textContent).toContain("Pass");
});
