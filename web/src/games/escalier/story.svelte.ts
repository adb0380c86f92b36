/** Shows the last events for a moment. Nothing of them stays: remembering is the game (E14). */

import { onDestroy, untrack } from "svelte";

import type { Show } from "../../live/shows.svelte";
import type { Scene } from "../../live/types";
import type { EscalierCard as Card, EscalierEvent as Event } from "../../protocol";
import { type Colour, PLACES, type Place } from "./parts/places";

const SHOWN = 2500; // a child under its ghost
const GLIDES = 1800; // a ghost, and the arrow behind it
const SAID = 2500;
const FLIES = 1300; // a pile to its winner
const TURNS = 600; // a card from one pile to the other
const RESTS = 1200; // a card that nothing comes of, before the next one
const AFTER_CHILD = 900; // a moment for the child before the next card

type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;
export type Said = EventOf<"Guessed" | "Declined" | "NamedLast" | "Asked" | "NobodyOnWhite">;

export interface Revealed {
  key: number;
  place: Place;
  child: Colour;
  isRight: boolean;
}

/** A card that was turned; those of one moment follow each other. */
export interface Turned {
  key: number;
  card: Card;
  delay: number;
}

export class Story {
  revealed = $state.raw<Revealed | null>(null);
  /** by the place where a ghost is now: where it comes from */
  glides = $state.raw<{ key: number; from: ReadonlyMap<Place, Place> } | null>(null);
  said = $state.raw<{ key: number; event: Said } | null>(null);
  won = $state.raw<{ key: number; seat: number; cards: number } | null>(null);
  /** the last one stays: it is the top of the discard pile */
  turned = $state.raw<readonly Turned[]>([]);

  private heard = 0;
  private showing: Show | undefined;
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();

  /** To be made while a component is set up; it ends with that component. */
  constructor(private readonly scene: () => Scene<"escalier">) {
    $effect.pre(() => {
      const fresh = scene().happened.filter((one) => one.key > this.heard);
      if (fresh.length > 0) untrack(() => this.show(fresh));
    });
    onDestroy(() => {
      this.timers.forEach(clearTimeout);
      this.showing?.cancel();
    });
  }

  private show(fresh: readonly { key: number; event: Event }[]): void {
    const key = (this.heard = fresh.at(-1)!.key);
    const from = new Map<Place, Place>(PLACES.map((place) => [place, place]));
    const turned: Turned[] = this.turned.slice(-1);
    let [delay, lasts] = [0, 0];
    for (const { key, event } of fresh) {
      if (event.type === "Turned" || event.type === "Guessed") {
        this.revealed = { key, place: event.place, child: event.child, isRight: event.right };
        delay = AFTER_CHILD;
        lasts = SHOWN;
      }
      if (event.type === "Shifted") this.exchange(from, event.place, event.to);
      if (event.type === "Swapped") this.exchange(from, event.first, event.second);
      if (isSaid(event)) this.said = { key, event };
      if (event.type === "WonPile") {
        this.won = { key, seat: event.seat, cards: event.cards };
        turned.length = 0;
        lasts = Math.max(lasts, FLIES);
        this.after(FLIES, () => this.won?.key === key && (this.won = null));
      }
      if (event.type === "Flipped") {
        turned.push({ key, card: event.card, delay: this.scene().shows.stretch(delay) });
        lasts = Math.max(lasts, delay + TURNS);
        delay += RESTS;
      }
    }
    if ([...from].some(([place, origin]) => place !== origin)) {
      this.glides = { key, from };
      lasts = Math.max(lasts, GLIDES);
    }
    this.turned = turned;
    this.after(GLIDES, () => this.glides?.key === key && (this.glides = null));
    this.after(SAID, () => this.said && this.said.key <= key && (this.said = null));
    this.showing?.cancel();
    this.showing = lasts > 0 ? this.scene().shows.begin(lasts, () => this.rest()) : undefined;
    if (lasts === 0) this.rest();
  }

  /** Hide the child again, and let the last card lie alone. */
  private rest(): void {
    this.revealed = null;
    if (this.turned.length > 1) this.turned = this.turned.slice(-1);
  }

  /** Move two ghosts. A ghost that moves hides its child again. */
  private exchange(from: Map<Place, Place>, first: Place, second: Place): void {
    const moved = from.get(first)!;
    from.set(first, from.get(second)!);
    from.set(second, moved);
    if (this.revealed?.place === first || this.revealed?.place === second) this.revealed = null;
  }

  private after(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      then();
    }, this.scene().shows.stretch(ms));
    this.timers.add(timer);
  }
}

function isSaid(event: Event): event is Said {
  return ["Guessed", "Declined", "NamedLast", "Asked", "NobodyOnWhite"].includes(event.type);
}
