/** Shows the last events for a moment. Nothing of them stays: remembering is the game (E14). */

import { onDestroy, untrack } from "svelte";

import { afterStart, lasting } from "../../lib/motion";
import { isAside, isPassing } from "../../model/among-bots";
import type { OngoingReveal } from "../../model/reveals.svelte";
import type { Scene } from "../../model/scene";
import type { EscalierCard as Card, EscalierEvent as Event } from "../../protocol";
import { type Colour, PLACES, type Place } from "./parts/places";

const CHILD_MS = 2500; // a child under its ghost
const LIFT_MS = 200; // of that time, until the child is seen
const GLIDE_MS = 1800; // a ghost, and the arrow behind it
const AMONG_BOTS_FACTOR = 0.64; // for both, where they concern no person
const SPEECH_MS = 2500;
const PILE_FLIGHT_MS = 1300; // a pile to its winner, at the end of the time of the child
const TURN_MS = 600; // a card from one pile to the other
const FACE_MS = 300; // of that time, until its face is seen
const REST_MS = 1200; // a card that nothing comes of, before the next one

type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;
export type Said = EventOf<"Guessed" | "Declined" | "NamedLast" | "Asked" | "NobodyOnWhite">;

interface Happened {
  key: number;
  event: Event;
}

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
  /** how much longer than usual the reveal on the disc lasts */
  stretch = $state(1);
  /** the last one stays: it is the top of the discard pile */
  private turned = $state.raw<readonly Turned[]>([]);

  /** events that wait until the disc was seen: the next card is turned only then */
  private waiting = $state.raw<readonly Happened[]>([]);
  private lastKey = 0;
  /** the key of the last event that is shown */
  private shownTo = 0;
  /** the key of the last event with a card or a child that is seen: it lies open */
  private seenTo = $state(0);
  /** whose turn it was before the events */
  private active: number | null;
  private showing = $state.raw<OngoingReveal | undefined>();
  /** whether the pile that was won is gone, and the next card is not seen yet */
  private isEmptied = $state(false);
  /** the pile that is won, until it was seen to go */
  private winning: { key: number; seat: number; cards: number } | null = null;
  /** stop what is to be done later */
  private readonly stops = new Set<() => void>();

  /** To be made while a component is set up; it ends with that component. */
  constructor(private readonly scene: () => Scene<"escalier">) {
    const { view, newest, isReplay, happened } = scene();
    const { last } = view;
    this.active = newest.active;
    if (isReplay) this.lastKey = happened.at(-1)?.key ?? 0;
    if (last !== null) this.turned = [{ key: 0, card: last, delay: 0 }];
    $effect.pre(() => {
      const fresh = scene().happened.filter((one) => one.key > this.lastKey);
      if (fresh.length > 0) untrack(() => this.follow(fresh));
    });
    onDestroy(() => {
      this.stops.forEach((stop) => stop());
      this.showing?.cancel();
    });
  }

  /** Return what is seen on the discard pile: the cards that are just turned, or the top one as it lies there. */
  get lying(): readonly Turned[] {
    const { last } = this.scene().view;
    if (this.showing || this.isHeld || this.turned.at(-1)?.card === last) return this.turned;
    return last === null ? [] : [{ key: 0, card: last, delay: 0 }];
  }

  /** Return how many cards are seen on the discard pile. */
  get discard(): number {
    return this.isEmptied && (this.showing || this.isHeld) ? 0 : this.scene().view.discard;
  }

  /** Tell whether the card or the child of an event lies open: until then, it is nowhere on the page. */
  isSeen(key: number): boolean {
    return key <= this.seenTo;
  }

  /** Whether the next card is not turned yet. */
  get isHeld(): boolean {
    return this.waiting.length > 0;
  }

  /** Whether a reveal on the disc goes on, or a card turns over that sets the next task: the question waits for it. */
  get isOn(): boolean {
    return this.isHeld || this.isOnDisc || this.turned.some(({ key }) => !this.isSeen(key));
  }

  /** Let cards wait for the reveal on the disc; any other event there ends it. */
  private follow(fresh: readonly Happened[]): void {
    this.lastKey = fresh.at(-1)!.key;
    this.waiting = [...this.waiting, ...fresh];
    if (!this.isOnDisc || fresh.some(({ event }) => isOnDisc(event))) this.goOn();
    this.active = this.scene().newest.active;
  }

  private get isOnDisc(): boolean {
    return this.revealed !== null || this.glides !== null || this.won !== null;
  }

  /** Show the waiting events, up to the next card that has to wait. */
  private goOn(): void {
    this.showing?.cancel();
    this.rest();
    this.see(this.shownTo);
    this.scene().reveals.shown(this.shownTo);
    const first = this.waiting.findIndex(({ event }) => isOnDisc(event));
    const card = this.waiting.findIndex(({ event }, at) => event.type === "Flipped" && first >= 0 && at > first);
    const now = card < 0 ? this.waiting : this.waiting.slice(0, card);
    this.waiting = card < 0 ? [] : this.waiting.slice(card);
    if (now.length > 0) this.show(now);
  }

  private show(events: readonly Happened[]): void {
    const { key } = events.at(-1)!;
    this.shownTo = key;
    const from = new Map<Place, Place>(PLACES.map((place) => [place, place]));
    const turned: Turned[] = this.turned.slice(-1);
    let [delay, faceAt, lasts] = [0, 0, 0];
    const factor = this.isAmongBots(events) ? AMONG_BOTS_FACTOR : 1;
    this.stretch = this.scene().reveals.stretch(factor);
    for (const { key, event } of events) {
      if (event.type === "Turned" || event.type === "Guessed") {
        this.revealed = { key, place: event.place, child: event.child, isRight: event.right };
        lasts = factor * CHILD_MS;
        this.after(factor * LIFT_MS, () => this.see(key), true);
      }
      if (event.type === "Shifted") this.exchange(from, event.place, event.to);
      if (event.type === "Swapped") this.exchange(from, event.first, event.second);
      if (isSaid(event)) this.say(key, event, faceAt);
      if (event.type === "WonPile") {
        const start = Math.max(0, lasts - PILE_FLIGHT_MS);
        lasts = Math.max(lasts, PILE_FLIGHT_MS);
        this.winning = { key, seat: event.seat, cards: event.cards };
        if (start === 0) {
          turned.length = 0;
          this.fly(key);
        } else {
          this.after(start, () => this.fly(key));
        }
      }
      if (event.type === "Flipped") {
        turned.push({ key, card: event.card, delay: this.scene().reveals.stretch(delay) });
        const open = () => {
          this.isEmptied = false;
          this.see(key);
          this.scene().reveals.shown(key);
        };
        faceAt = delay + lasting(FACE_MS);
        this.after(faceAt, open, true);
        lasts = Math.max(lasts, delay + TURN_MS);
        delay += REST_MS;
      }
    }
    if ([...from].some(([place, origin]) => place !== origin)) {
      this.glides = { key, from };
      lasts = Math.max(lasts, factor * GLIDE_MS);
    }
    this.turned = turned;
    const { reveals } = this.scene();
    const isCardAlone = !events.some(({ event }) => isOnDisc(event));
    if (lasts === 0) this.goOn();
    else if (isCardAlone && isPassing(this.scene(), eventsOf(events)))
      this.showing = reveals.glance(lasts, () => this.goOn()); // the next bot looks at its card meanwhile
    else this.showing = reveals.begin(lasts, () => this.goOn());
  }

  /** Show what is said about the card before it, which is seen after so many milliseconds. */
  private say(key: number, event: Said, ms: number): void {
    if (ms > 0) return this.after(ms, () => this.say(key, event, 0), true);
    if (this.said && this.said.key > key) return; // the card was skipped
    this.said = { key, event };
    this.after(SPEECH_MS, () => this.said && this.said.key <= key && (this.said = null));
  }

  private see(key: number): void {
    this.seenTo = Math.max(this.seenTo, key);
    this.scene().reveals.told(key);
  }

  /** Tell whether no person acted, was asked, or is answered by `events`. */
  private isAmongBots(events: readonly Happened[]): boolean {
    const done = eventsOf(events).filter((event) => event.type !== "Flipped"); // that is for the next player
    const isOfBot = this.active === null || this.scene().players[this.active]?.kind !== "person";
    return isOfBot && isAside(this.scene(), done);
  }

  /** Hide the child again, forget which way ghosts and cards went, and let the last card lie alone. */
  private rest(): void {
    this.showing = undefined;
    if (this.winning) this.empty();
    this.winning = null;
    this.revealed = this.glides = this.won = null;
    if (this.turned.length > 1) this.turned = this.turned.slice(-1);
  }

  /** Let the pile that is won fly to its winner, unless it was skipped. */
  private fly(key: number): void {
    if (this.winning?.key !== key) return;
    this.won = this.winning;
    this.see(key);
    this.empty();
    this.after(PILE_FLIGHT_MS, () => this.won?.key === key && (this.won = null));
  }

  private empty(): void {
    this.turned = [];
    this.isEmptied = true;
  }

  /** Move two ghosts. A ghost that moves hides its child again. */
  private exchange(from: Map<Place, Place>, first: Place, second: Place): void {
    const moved = from.get(first)!;
    from.set(first, from.get(second)!);
    from.set(second, moved);
    if (this.revealed?.place === first || this.revealed?.place === second) this.revealed = null;
  }

  /** Do something later; what people see, when its animation is so far, and at once where nothing moves. */
  private after(ms: number, then: () => void, isSight = false): void {
    if (isSight && lasting(ms) === 0) return then();
    const lasts = this.scene().reveals.stretch(ms);
    const done = () => {
      this.stops.delete(stop);
      then();
    };
    const stop = isSight ? afterStart(lasts, done) : stoppable(setTimeout(done, lasts));
    this.stops.add(stop);
  }
}

function stoppable(timer: ReturnType<typeof setTimeout>): () => void {
  return () => clearTimeout(timer);
}

function eventsOf(happened: readonly Happened[]): Event[] {
  return happened.map(({ event }) => event);
}

function isSaid(event: Event): event is Said {
  return ["Guessed", "Declined", "NamedLast", "Asked", "NobodyOnWhite"].includes(event.type);
}

function isOnDisc(event: Event): boolean {
  return ["Turned", "Guessed", "Shifted", "Swapped"].includes(event.type);
}
