/** Shows one player cards for a moment (C3, C15, C17). Nothing of them stays. */

import type { ChocottesCard } from "../../../protocol";

const TICK = 100;

interface Glimpse {
  id: number;
  card: ChocottesCard;
  /** for how long it could be seen, in milliseconds */
  seen: number;
}

export class Glimpses {
  /** the cards that are turned up now, by the number of the card */
  open = $state.raw<ReadonlyMap<number, ChocottesCard>>(new Map());

  /** what came together is shown one after the other */
  private chains: Glimpse[][] = [];
  private held: number | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** `lasts` says for how many milliseconds a card is shown. */
  constructor(
    private readonly allSeen: () => void,
    private readonly lasts: () => number,
  ) {}

  /** Show some cards one after the other. What was covered again before counts as seen, too: nobody waits for it. */
  show(cards: readonly { id: number; card: ChocottesCard }[]): void {
    this.chains.push(cards.map((one) => ({ ...one, seen: 0 })));
    this.timer ??= setInterval(() => this.tick(), TICK);
    this.turn();
  }

  /** Keep an open card open, while a finger or a key is on it. */
  hold(id: number | null): void {
    this.held = id;
  }

  /** Cover a card that is no longer where it was seen: it must not be followed open. */
  forget(id: number): void {
    this.chains = this.chains.map((chain) => chain.filter((one) => one.id !== id));
    this.turn();
  }

  /** Cover everything: it was seen. */
  skip(): void {
    this.close();
    this.allSeen();
  }

  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.chains = [];
    this.open = new Map();
  }

  private tick(): void {
    if (document.visibilityState !== "visible") return;
    for (const [first] of this.chains) if (first) first.seen += TICK;
    this.chains = this.chains.map((chain) => {
      const first = chain[0];
      return first && first.seen >= this.lasts() && first.id !== this.held ? chain.slice(1) : chain;
    });
    this.turn();
    if (this.chains.length > 0) return;
    this.close();
    this.allSeen();
  }

  private turn(): void {
    this.chains = this.chains.filter((chain) => chain.length > 0);
    const open = new Map(this.chains.map(([first]) => [first!.id, first!.card]));
    const same = open.size === this.open.size && [...open.keys()].every((id) => this.open.has(id));
    if (!same) this.open = open;
  }
}
