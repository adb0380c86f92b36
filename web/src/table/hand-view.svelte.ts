/** Decides whether this device shows only its player's part of the table: the rest is on a big screen in the room. */

import { onDevice } from "../lib/storage";
import type { LiveTable } from "../live/table.svelte";

const SCREEN_GONE_MS = 10_000; // a screen that reconnects within this time was never away

const wholeKey = (code: string) => `toctoc:whole:${code}`;

export class HandView {
  /** whether the player wants the whole table here all the same; kept for each table */
  private isWhole = $state(false);
  private hasScreen = $state(false);
  isOn = $state(false);
  /** whether the table may be on the screen */
  private isDrawn = false;

  /**
   * To be made while a component is set up; it ends with it. `hasHand` says whether the game can draw a player's part
   * alone; null before the game is loaded.
   */
  constructor(
    private readonly at: () => LiveTable,
    private readonly hasHand: () => boolean | null,
  ) {
    this.isWhole = onDevice.read<boolean>(wholeKey(at().code)) ?? false;
    this.hasScreen = at().screens > 0;
    $effect(() => {
      if (at().screens > 0) this.hasScreen = true;
      else {
        const timer = setTimeout(() => (this.hasScreen = false), SCREEN_GONE_MS);
        return () => clearTimeout(timer);
      }
    });
    // A question and its answers stay where they are: the view changes only while nothing is asked here.
    $effect.pre(() => {
      const isFree = !this.isDrawn || at().legal(at().seat).length === 0;
      if (this.isOn !== this.isWanted && isFree) this.isOn = this.isWanted;
      this.isDrawn = hasHand() !== null;
    });
  }

  /** Whether there is a choice: a big screen, a seat, and a game that can draw its part alone. */
  get isOffered(): boolean {
    return this.hasScreen && this.at().mine.length > 0 && this.hasHand() === true;
  }

  /** Show the whole table here, or only the player's part; the player asks for it, so it happens at once. */
  toggle(): void {
    this.isWhole = this.isOn;
    if (this.isWhole) onDevice.write(wholeKey(this.at().code), true);
    else onDevice.forget(wholeKey(this.at().code));
    this.isOn = this.isWanted;
  }

  private get isWanted(): boolean {
    return this.isOffered && !this.isWhole;
  }
}
