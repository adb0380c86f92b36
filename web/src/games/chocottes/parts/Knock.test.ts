import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../../../lang/language.svelte";
import Knock from "./Knock.svelte";

let shown: Record<string, unknown>;
const knock = vi.fn();
const button = () => document.querySelector<HTMLElement>("[data-testid=knock]")!;

/** Dispatch an event of a finger or a key that happened at a time; the page may handle it later. */
function happen(event: Event, at: number): void {
  Object.defineProperty(event, "timeStamp", { value: at });
  button().dispatchEvent(event);
  flushSync();
}
const point = (type: string, at: number) => happen(new PointerEvent(type, { bubbles: true }), at);
const key = (type: string, at: number) => happen(new KeyboardEvent(type, { key: " ", bubbles: true }), at);
const click = (at: number) => happen(new MouseEvent("click", { bubbles: true, detail: 1 }), at);

beforeAll(() => speak("en"));
beforeEach(() => {
  vi.useFakeTimers();
  knock.mockClear();
  shown = mount(Knock, { target: document.body, props: { knock } });
  flushSync();
});
afterEach(async () => {
  await unmount(shown);
  document.body.replaceChildren();
  vi.useRealTimers();
});

test("C20 a held button knocks when it is let go, once", () => {
  point("pointerdown", 1_000);
  vi.advanceTimersByTime(800);
  flushSync();
  expect(button().textContent).toContain("Let go to knock");
  expect(knock).not.toHaveBeenCalled();
  point("pointerup", 1_900);
  click(1_900);
  expect(knock).toHaveBeenCalledOnce();
});

test("a key that is held knocks when it is let go", () => {
  key("keydown", 1_000);
  key("keyup", 1_900);
  expect(knock).toHaveBeenCalledOnce();
});

test("a tap whose end a busy page handles late is a tap", () => {
  point("pointerdown", 1_000);
  vi.advanceTimersByTime(2_000);
  point("pointerup", 1_080);
  click(1_080);
  expect(knock).not.toHaveBeenCalled();
  expect(button().dataset.action).toBe("knock"); // the first of two taps
});

test("C20 a press that ends early, or elsewhere, does not knock", () => {
  point("pointerdown", 1_000);
  point("pointerup", 1_700);
  click(1_700);
  point("pointerdown", 3_000);
  point("pointerleave", 3_900);
  point("pointerup", 4_000);
  expect(knock).not.toHaveBeenCalled();
});
