/**
 * Decides whether this device shows only its player's part of the table: the rest is on a big screen, if its player
 * says that they are in the room with it. Others at the same table sit at home and see no screen.
 */

import { onDevice } from "../lib/storage";
import type { LiveTable } from "../live/table.svelte";

const SCREEN_GONE_MS = 10_000; // a screen that reconnects within this time was never away

const roomKey = (code: string) => `toctoc:room:${code}`;

export class HandView {
  /** whether the player sees the screen; kept for each table, null before they have said so */
  private isInRoom = $state<boolean | null>(null);
  private hasScreen = $state(false);
  isOn = $state(false);
  /** whether the page asks the player if they see the screen */
  isAsking = $state(false);
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
    this.isInRoom = onDevice.read<boolean>(roomKey(at().code));
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
      const now = [this.isOffered && this.isInRoom === true, this.isOffered && this.isInRoom === null] as const;
      if (isFree) [this.isOn, this.isAsking] = now;
      this.isDrawn = hasHand() !== null;
    });
  }

  /** Whether there is a choice: a big screen, a seat, and a game that can draw its part alone. */
  get isOffered(): boolean {
    return this.hasScreen && this.at().mine.length > 0 && this.hasHand() === true;
  }

  /** Say whether the player sees the screen; the player does it, so the view changes at once. */
  answer(isInRoom: boolean): void {
    this.isInRoom = isInRoom;
    onDevice.write(roomKey(this.at().code), isInRoom);
    this.isOn = this.isOffered && isInRoom;
    this.isAsking = false;
  }

  /** Show the whole table here, or only the player's part. */
  toggle(): void {
    this.answer(!this.isOn);
  }
}
