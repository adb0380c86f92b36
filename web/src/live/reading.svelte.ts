/** Lets the table wait, but no question, while somebody reads what others have done. A tap or a key goes on. */

import { onDestroy } from "svelte";

import type { Shows } from "./shows.svelte";

const TAPS = ["pointerdown", "keydown"] as const;

export class Reading {
  private letGo: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly end = (): void => this.stop();

  /** To be made while a component is set up; it ends with it. */
  constructor(private readonly shows: () => Shows) {
    for (const tap of TAPS) window.addEventListener(tap, this.end);
    onDestroy(() => {
      for (const tap of TAPS) window.removeEventListener(tap, this.end);
      this.stop();
    });
  }

  /** Read for so many milliseconds, from now on. */
  begin(ms: number): void {
    this.letGo ??= this.shows().keep();
    clearTimeout(this.timer);
    this.timer = setTimeout(this.end, ms);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.letGo?.();
    this.letGo = undefined;
  }
}
