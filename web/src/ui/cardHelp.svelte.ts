/** Holds the explanation of the card that is pointed at: one at a time, and nothing of it stays behind. */

import type { Explained } from "../lang/aid";

/** The event that opened the help: a tap closes help that a finger opened, and does nothing else. */
export type Opener = "touch" | "hover" | "focus" | "key";

export const HELP = "card-help"; // the id of the help

class CardHelp {
  /** the explained element */
  at = $state.raw<HTMLElement | null>(null);
  cards = $state.raw<readonly Explained[]>([]);
  by = $state<Opener | null>(null);

  /** Describe the focused element for a screen reader. */
  describe(at: HTMLElement, cards: readonly Explained[]): void {
    this.leave();
    if (cards.length === 0) return;
    [this.at, this.cards] = [at, cards];
    at.setAttribute("aria-describedby", HELP);
  }

  open(at: HTMLElement, cards: readonly Explained[], by: Opener): void {
    this.describe(at, cards);
    if (cards.length > 0) this.by = by;
  }

  /** Hide the help. The focused element keeps its description. */
  close(): void {
    this.by = null;
    if (this.at !== document.activeElement) this.leave();
  }

  /** Forget the card. */
  leave(): void {
    this.at?.removeAttribute("aria-describedby");
    this.by = this.at = null;
    this.cards = [];
  }
}

export const cardHelp = new CardHelp();
