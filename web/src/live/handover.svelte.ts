/** Decides which seat's view the screen shows: where several play on one device, a curtain precedes each handover. */

import { eventFacts, factsOf } from "../model/facts";
import type { Reveals } from "../model/reveals.svelte";
import type { TableState } from "./state.svelte";
import type { Any, Happened } from "../model/scene";

export class Handover {
  /** the seat that holds the device, where several play on it */
  private holder = $state<number | null>(null);
  /** the version of a private reveal, which may not be missed */
  private glimpse = $state<number | null>(null);
  /** where several play on it: the seats with a private reveal that they may not have seen, the next one first */
  private owed = $state.raw<readonly number[]>([]);
  private batches = $state.raw<readonly EventBatch[]>([]);
  private lastKey = 0;
  private readonly viewer = $derived(this.seat);
  /** the latest events, as the viewer may know them */
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
    const { mine, latest: view, lobby } = this.state;
    if (mine.length <= 1 || !view || this.glimpse !== null || this.isOpen || lobby?.stage !== "playing") return null;
    if (this.owed.length > 0) return this.owed[0]!;
    if (this.holder !== null && this.state.isRacing) return null; // all throw at once, and only backs are to be seen
    if (this.holder !== null && this.reveals.isOn) return null; // the device is handed on when all is seen
    if (this.holder !== null && view.to_act.includes(this.holder)) return null;
    return this.nextToAct;
  }

  /** Whether a private reveal is visible to the viewer. */
  get isGlimpsing(): boolean {
    return this.glimpse !== null;
  }

  /** Whether all private reveals were seen by their seats. */
  get isUpToDate(): boolean {
    return this.glimpse === null && this.owed.length === 0;
  }

  /** Note that the player of that seat has the device now. */
  take(seat: number): void {
    this.holder = seat;
    if (!this.owed.includes(seat)) return;
    this.owed = this.owed.filter((one) => one !== seat);
    for (const { version, own } of this.batches) {
      const events = own.get(seat) ?? [];
      if (isGlimpse(this.game, events)) this.happen(version, [], [[seat, events]], seat);
    }
  }

  /** Show events. `watcher` is the seat that looked at the screen before: the curtain falls only afterwards. */
  happen(version: number, shared: EventBatch["shared"], owns: readonly OwnEvents[], watcher: number | null): void {
    const batch: EventBatch = { version, key: this.lastKey + 1, shared, own: new Map(owns) };
    const length = lengthOf(batch);
    if (length === 0) return;
    this.lastKey += length;
    this.batches = [...this.batches, batch].slice(-MAX_RECENT_EVENTS);
    if (isGlimpse(this.game, seenBy(watcher, batch))) this.glimpse = version;
  }

  /** Owe each seat its private reveal that `watcher` does not see; a single one only if no seat has the screen. */
  owe(owns: readonly OwnEvents[], watcher: number | null): void {
    const seats = owns.filter(([, events]) => isGlimpse(this.game, events)).map(([seat]) => seat);
    if (watcher !== null && seats.length < 2) return;
    this.owed = [...new Set([...this.owed, ...seats.filter((seat) => seat !== watcher)])];
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
    this.owed = [];
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

  /** Return the next seat of this device to act. */
  private get nextToAct(): number | null {
    const { mine, latest: view } = this.state;
    const acting = mine.filter((seat) => view?.to_act.includes(seat));
    const active = view?.active ?? null;
    return active !== null && acting.includes(active) ? active : (acting[0] ?? null);
  }
}

type Events = readonly Any<"event">[];
export type OwnEvents = readonly [seat: number, events: Events];

/** The events of one update. */
export interface EventBatch {
  version: number;
  /** of its first event; the public and the private forms of a batch use the same keys */
  key: number;
  shared: Events;
  own: ReadonlyMap<number, Events>;
}

const MAX_RECENT_EVENTS = 16; // and at least the last batch whole: too few for a history of a memory game

/** Return the events of a batch as a seat saw them; null: the public form. */
function seenBy(seat: number | null, { shared, own }: Pick<EventBatch, "shared" | "own">): Events {
  return (seat === null ? undefined : own.get(seat)) ?? shared;
}

/** Return the last events as one seat saw them. */
function happenedTo(seat: number | null, batches: readonly EventBatch[]): readonly Happened[] {
  const all = batches.flatMap((batch) => seenBy(seat, batch).map((event, at) => ({ key: batch.key + at, event })));
  const last = batches.at(-1);
  return all.slice(-Math.max(MAX_RECENT_EVENTS, last ? seenBy(seat, last).length : 0));
}

function isGlimpse(game: string, events: Events): boolean {
  return events.some((event) => eventFacts(game, event.type).glimpse);
}

/** Return the number of keys of a batch. */
function lengthOf({ shared, own }: Pick<EventBatch, "shared" | "own">): number {
  return Math.max(shared.length, ...[...own.values()].map((events) => events.length));
}
