/** Decides which seat's view the screen shows: where several play on one device, a curtain precedes each handover. */

import { eventFacts, factsOf } from "../model/facts";
import type { Reveals } from "../model/reveals.svelte";
import type { TableState } from "./state.svelte";
import type { Any, Happened } from "../model/scene";

export class Handover {
  /** whose hands hold the device, where several play on it */
  private holder = $state<number | null>(null);
  /** the version of what is shown for a moment, and may not be missed */
  private glimpse = $state<number | null>(null);
  /** where several play on it: who was shown something before the page was loaded anew, and has perhaps not seen it */
  private owed = $state<number | null>(null);
  private batches = $state.raw<readonly EventBatch[]>([]);
  private lastKey = 0;
  private readonly viewer = $derived(this.seat);
  /** what happened lately, as whoever looks may know it */
  readonly happened = $derived(happenedTo(this.viewer, this.batches));

  constructor(
    private readonly state: TableState,
    readonly reveals: Reveals,
  ) {}

  /** Return the seat from which the table is seen. */
  get seat(): number | null {
    if (this.curtain !== null) return null;
    const { mine } = this.state;
    if (mine.length <= 1) return mine[0] ?? null;
    return this.isOpen ? (this.nextToAct ?? mine[0]!) : this.holder;
  }

  /** Return the seat that the device must be handed to before anything private is shown. */
  get curtain(): number | null {
    const { mine, view, lobby } = this.state;
    if (mine.length <= 1 || !view || this.glimpse !== null || this.isOpen || lobby?.stage !== "playing") return null;
    if (this.owed !== null) return this.owed;
    if (this.holder !== null && this.state.isRacing) return null; // all throw at once, and only backs are to be seen
    if (this.holder !== null && this.reveals.isOn) return null; // the device is handed on when all is seen
    if (this.holder !== null && view.to_act.includes(this.holder)) return null;
    return this.nextToAct;
  }

  /** Whether something is shown for a moment to whoever looks. */
  get isGlimpsing(): boolean {
    return this.glimpse !== null;
  }

  /** Whether everything was seen by those for whom it was. */
  get isUpToDate(): boolean {
    return this.glimpse === null && this.owed === null;
  }

  /** Note that the player of that seat has the device now. */
  take(seat: number): void {
    this.holder = seat;
    if (this.owed !== seat) return;
    this.owed = null;
    for (const { version, own } of this.batches) {
      const events = own.get(seat) ?? [];
      if (isGlimpse(this.game, events)) this.happen(version, [], [[seat, events]], seat);
    }
  }

  /** Show what happened. `watcher` looked at the screen before it did: the curtain falls only afterwards. */
  happen(version: number, shared: EventBatch["shared"], owns: readonly OwnEvents[], watcher: number | null): void {
    const moment: EventBatch = { version, key: this.lastKey + 1, shared, own: new Map(owns) };
    const length = lengthOf(moment);
    if (length === 0) return;
    this.lastKey += length;
    this.batches = [...this.batches, moment].slice(-MAX_RECENT_EVENTS);
    if (isGlimpse(this.game, seenBy(watcher, moment))) this.glimpse = version;
  }

  /** Owe a glimpse to its seat, if nobody looks at the screen; only the first is owed. */
  owe(owns: readonly OwnEvents[], watcher: number | null): void {
    if (watcher === null) this.owed ??= owns.find(([, events]) => isGlimpse(this.game, events))?.[0] ?? null;
  }

  /** End the glimpse; return its version, if there was one. */
  endGlimpse(): number | null {
    const version = this.glimpse;
    this.glimpse = null;
    return version;
  }

  /** Forget all of the last game. */
  begin(): void {
    this.holder = null;
    this.glimpse = null;
    this.owed = null;
    this.batches = [];
  }

  private get game(): string {
    return this.state.lobby!.game;
  }

  /** Whether nothing at this table is private: no curtain is needed. */
  private get isOpen(): boolean {
    const { lobby } = this.state;
    return lobby !== null && Object.keys(factsOf(lobby.game).own).length === 0;
  }

  /** Return who acts next of those who play on this device. */
  private get nextToAct(): number | null {
    const { mine, view } = this.state;
    const acting = mine.filter((seat) => view?.to_act.includes(seat));
    const active = view?.active ?? null;
    return active !== null && acting.includes(active) ? active : (acting[0] ?? null);
  }
}

type Events = readonly Any<"event">[];
export type OwnEvents = readonly [seat: number, events: Events];

/** Holds what one update told. */
export interface EventBatch {
  version: number;
  /** of its first event; all forms of a moment use the same ones */
  key: number;
  shared: Events;
  own: ReadonlyMap<number, Events>;
}

export const MAX_RECENT_EVENTS = 16; // events, and at least the last moment whole: no history of a memory game

/** Return what a seat saw of a moment; null: what everybody did. */
export function seenBy(seat: number | null, { shared, own }: Pick<EventBatch, "shared" | "own">): Events {
  return (seat === null ? undefined : own.get(seat)) ?? shared;
}

/** Return the last moments as one seat saw them. */
export function happenedTo(seat: number | null, batches: readonly EventBatch[]): readonly Happened[] {
  const all = batches.flatMap((moment) => seenBy(seat, moment).map((event, at) => ({ key: moment.key + at, event })));
  const last = batches.at(-1);
  return all.slice(-Math.max(MAX_RECENT_EVENTS, last ? seenBy(seat, last).length : 0));
}

export function isGlimpse(game: string, events: Events): boolean {
  return events.some((event) => eventFacts(game, event.type).glimpse);
}

/** Return how many keys a moment needs. */
export function lengthOf({ shared, own }: Pick<EventBatch, "shared" | "own">): number {
  return Math.max(shared.length, ...[...own.values()].map((events) => events.length));
}
