/** Times reveals: cards turned up for one player (C3, C15, C17), and movements that the next question waits for. */

import type { ChocottesCard, ChocottesEvent } from "../../../protocol";
import { isAside } from "../../../model/among-bots";
import type { OngoingReveal } from "../../../model/reveals.svelte";
import type { Scene } from "../../../model/scene";

const TICK_MS = 100;

interface RevealedCard {
  id: number;
  card: ChocottesCard;
  /** for how long it could be seen, in milliseconds */
  seen: number;
}

export class RevealedCards {
  /** the cards that are turned up now, by the number of the card */
  open = $state.raw<ReadonlyMap<number, ChocottesCard>>(new Map());

  /** cards that arrive together are shown one after the other */
  private chains: RevealedCard[][] = [];
  private held: number | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** `lasts` says for how many milliseconds a card is shown. */
  constructor(
    private readonly allSeen: () => void,
    private readonly lasts: () => number,
  ) {}

  /**
   * Show some cards one after the other. A card that is covered again early counts as seen: the table does not wait for
   * it.
   */
  show(cards: readonly { id: number; card: ChocottesCard }[]): void {
    this.chains.push(cards.map((one) => ({ ...one, seen: 0 })));
    this.timer ??= setInterval(() => this.tick(), TICK_MS);
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
    for (const [first] of this.chains) if (first) first.seen += TICK_MS;
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

const CARD_REVEAL_MS = 2500; // of a card to one player
const MOVEMENT_MS: Partial<Record<ChocottesEvent["type"], number>> = {
  Exchanged: 1800,
  Shuffles: 1700,
  Gave: 1300,
  Fed: 1300,
  Reaped: 1300,
};
const AMONG_BOTS_FACTOR = 0.64; // for movements that concern no person
const WRONG_THROW_MS = 2000; // a wrong throw is visible to all (C11)

export class RevealTiming {
  readonly glimpses: RevealedCards;
  private readonly showing = new Set<OngoingReveal>();
  private looking: OngoingReveal | undefined;
  private letGo: (() => void) | undefined;

  constructor(private readonly scene: () => Scene<"chocottes">) {
    this.glimpses = new RevealedCards(
      () => this.allSeen(),
      () => (scene().reveals.isStepwise ? Infinity : scene().reveals.stretch(CARD_REVEAL_MS)),
    );
  }

  /** Wait for the movements of `events`, each for its own time, then call `end`. */
  follow(events: readonly ChocottesEvent[], end: () => void): void {
    const movement = Math.max(0, ...events.map((event) => MOVEMENT_MS[event.type] ?? 0));
    const factor = isAside(this.scene(), events) ? AMONG_BOTS_FACTOR : 1;
    const lasts = Math.max(factor * movement, events.some(isWrongThrow) ? WRONG_THROW_MS : 0);
    if (lasts === 0) return end();
    const show = this.scene().reveals.begin(lasts, () => {
      this.showing.delete(show);
      end();
    });
    this.showing.add(show);
  }

  /** Show some cards to the viewer. At the start of a round the second one may be looked at beside the first (C3). */
  look(cards: readonly { id: number; card: Parameters<RevealedCards["show"]>[0][number]["card"] }[]): void {
    const { reveals, view } = this.scene();
    if (view.phase === "look" && !reveals.isStepwise) this.letGo ??= reveals.keep();
    else this.looking ??= reveals.begin(Infinity, () => this.glimpses.skip());
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

function isWrongThrow(event: ChocottesEvent): boolean {
  return event.type === "Snapped" && !event.right;
}
