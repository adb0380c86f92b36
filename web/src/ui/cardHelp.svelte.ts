/** What is said of the card that somebody points at: one at a time, and nothing of it stays behind. */

import type { Explained } from "../lang/aid";

/** By what help was opened: a tap closes what a finger opened, and does nothing else. */
export type Opener = "touch" | "hover" | "focus" | "key";

export const HELP = "card-help"; // the id of what is shown

class CardHelp {
  /** what the help is about */
  at = $state.raw<HTMLElement | null>(null);
  cards = $state.raw<readonly Explained[]>([]);
  by = $state<Opener | null>(null);

  /** Have the words ready for whoever reads the description of what has the focus. */
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

  /** Show no more. What has the focus keeps its description. */
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
