/** Decides whether this device shows only its player's part of the table: the rest is on a big screen in the room. */

import { onDevice } from "../lib/storage";
import type { LiveTable } from "../live/table.svelte";
import type { GameName } from "../model/scene";

/** The games with a part for each player: at the other tables one taps cards and places of all players. */
const GAMES_WITH_HANDS: readonly GameName[] = ["toctoctoc"];

const SCREEN_GONE_MS = 10_000; // a screen that reconnects within this time was never away

const wholeKey = (code: string) => `toctoc:whole:${code}`;

export class HandView {
  /** whether the player wants the whole table here all the same; kept for each table */
  private isWhole = $state(false);
  private hasScreen = $state(false);
  isOn = $state(false);

  /** To be made while a component is set up; it ends with it. */
  constructor(private readonly at: () => LiveTable) {
    this.isWhole = onDevice.read<boolean>(wholeKey(at().code)) ?? false;
    this.hasScreen = at().screens > 0;
    this.isOn = this.isWanted; // after a reload, too, with whatever is asked
    $effect(() => {
      if (at().screens > 0) this.hasScreen = true;
      else {
        const timer = setTimeout(() => (this.hasScreen = false), SCREEN_GONE_MS);
        return () => clearTimeout(timer);
      }
    });
    // A question and its answers stay where they are: the view changes only while nothing is asked here.
    $effect(() => {
      if (this.isOn !== this.isWanted && at().legal(at().seat).length === 0) this.isOn = this.isWanted;
    });
  }

  /** Whether there is a choice: a big screen, a seat, and a game with a part of its own for that seat. */
  get isOffered(): boolean {
    return this.hasScreen && this.at().mine.length > 0 && GAMES_WITH_HANDS.includes(this.at().game);
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
