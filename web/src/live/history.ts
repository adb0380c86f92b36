/** Keeps the public history of a game (T23). In a memory game looking back would be remembering: scores alone. */

import { inTab } from "../lib/storage";
import { eventFacts, factsOf } from "./facts";
import type { Any } from "./types";

export function isTold(game: string, event: Any<"event">, hasAid: boolean): boolean {
  const { history = "always" } = eventFacts(game, event.type);
  if (history === "scores") return true;
  return !factsOf(game).is_memory && (history === "always" || (hasAid && history === "aid"));
}

/** Keeps the history for the tab's life, so that a reload does not lose it: the server tells nothing twice. */
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
