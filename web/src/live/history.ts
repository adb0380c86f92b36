/** The public history of a game that has one: Toc Toc Toc! (T23). In the other two, looking back would be remembering. */

import { inTab } from "../lib/storage";
import type { Any, GameName } from "./types";

const DEALS = ["CardDealt", "CardDealtToYou"];
const DRAWS = ["Drew", "TopTurned"]; // told only where the memory aid is on

export function isTold(game: GameName, event: Any<"event">, hasAid: boolean): boolean {
  if (game !== "toctoctoc" || DEALS.includes(event.type)) return false;
  return hasAid || !DRAWS.includes(event.type);
}

/** Kept for the tab's life, so that a reload does not lose it: the server tells nothing twice. */
export class SavedHistory {
  constructor(private readonly code: string) {}

  read(number: number): Any<"event">[] {
    return inTab.read<Any<"event">[]>(this.key(number)) ?? [];
  }

  write(number: number, events: readonly Any<"event">[]): void {
    inTab.forget(this.key(number - 1));
    inTab.write(this.key(number), events);
  }

  private key(number: number): string {
    return `toctoc:history:${this.code}:${number}`;
  }
}
