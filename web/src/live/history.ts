/** Stores a table's public history and the last version shown, for the life of the tab. */

import { inTab } from "../lib/storage";
import { eventFacts, factsOf } from "../model/facts";
import type { Any } from "../model/scene";

export function isInHistory(game: string, event: Any<"event">, hasAid: boolean): boolean {
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

/** Stores the last version of a table that the player was shown: after a reload the server sends the events since. */
export class ShownVersion {
  shown: number | undefined;
  /** the last one that the server told */
  latest = 0;

  constructor(private readonly code: string) {
    this.shown = inTab.read<number>(this.key) ?? undefined;
  }

  /** Note that everything was shown. */
  save(): void {
    this.shown = this.latest;
    inTab.write(this.key, this.shown);
  }

  private get key(): string {
    return `toctoc:version:${this.code}`;
  }
}
