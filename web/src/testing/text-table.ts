/** Helpers for the text table: its choices, and the keys for them. */

import { type Component, flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import type { Scene } from "../model/scene";
import Table from "../games/text/Table.svelte";

let shown: Record<string, unknown> | undefined;

export const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
export const written = (element: HTMLElement) => element.textContent.trim().replace(/\s+/g, " ");
export const offered = () => all("[data-testid=choices] li").map(written);
export const focused = () => document.activeElement?.textContent?.trim();

/** Show each test of a file a page of its own, in English, on a clock that stands still. */
export function atTextTable(): void {
  beforeEach(async () => {
    vi.useFakeTimers();
    await speak("en");
  });
  afterEach(async () => {
    if (shown) await unmount(shown);
    shown = undefined;
    document.body.replaceChildren();
    vi.useRealTimers();
  });
}

export function show(scene: object): void {
  const target = document.body.appendChild(document.createElement("main"));
  shown = mount(Table as Component<{ scene: Scene }>, { target, props: { scene: scene as Scene } });
  flushSync();
}

export async function press(key: string, how: KeyboardEventInit = {}): Promise<void> {
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...how }),
  );
  flushSync();
  await vi.advanceTimersByTimeAsync(0);
}
