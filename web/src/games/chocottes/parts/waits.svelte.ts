/** Lets the next question wait until what happened has been seen. */

import type { Show } from "../../../live/shows.svelte";
import type { Scene } from "../../../live/types";
import type { ChocottesEvent } from "../../../protocol";
import { Glimpses } from "./glimpses.svelte";

const LOOK = 2500; // milliseconds for a card that one player is shown
const LASTS: Partial<Record<ChocottesEvent["type"], number>> = {
  Exchanged: 1800,
  Shuffles: 1700,
  Gave: 1300,
  Fed: 1300,
  Reaped: 1300,
};
const WRONG = 2000; // a card that was thrown in vain: everybody sees it (C11)

export class Waits {
  readonly glimpses: Glimpses;
  private readonly showing = new Set<Show>();
  private looking: Show | undefined;
  private letGo: (() => void) | undefined;

  constructor(private readonly scene: () => Scene<"chocottes">) {
    this.glimpses = new Glimpses(
      () => this.allSeen(),
      () => (scene().shows.isStepwise ? Infinity : scene().shows.stretch(LOOK)),
    );
  }

  /** Wait for the movements of some events, each for as long as it takes, then `end` what is to be seen of them. */
  follow(events: readonly ChocottesEvent[], end: () => void): void {
    const lasts = Math.max(0, ...events.map(lastingOf));
    if (lasts === 0) return end();
    const show = this.scene().shows.begin(lasts, () => {
      this.showing.delete(show);
      end();
    });
    this.showing.add(show);
  }

  /** Show some cards to the viewer. At the start of a round the second one may be looked at beside the first (C3). */
  look(cards: readonly { id: number; card: Parameters<Glimpses["show"]>[0][number]["card"] }[]): void {
    const { shows, view } = this.scene();
    if (view.phase === "look" && !shows.isStepwise) this.letGo ??= shows.keep();
    else this.looking ??= shows.begin(Infinity, () => this.glimpses.skip());
    this.glimpses.show(cards);
  }

  close(): void {
    this.glimpses.close();
    for (const show of this.showing) show.cancel();
    this.letThemGo();
  }

  private allSeen(): void {
    this.letThemGo();
    this.scene().glimpsed();
  }

  private letThemGo(): void {
    this.looking?.cancel();
    this.letGo?.();
    this.looking = this.letGo = undefined;
  }
}

function lastingOf(event: ChocottesEvent): number {
  return event.type === "Snapped" && !event.right ? WRONG : (LASTS[event.type] ?? 0);
}
