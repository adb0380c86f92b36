/** Knows who looks at the screen: where several play on one device, a curtain falls before it is handed on. */

import { factsOf } from "./facts";
import { isGlimpse, KEPT, lengthOf, type Moment, type OwnEvents, happenedTo, seenBy } from "./moments";
import type { Shows } from "./shows.svelte";
import type { TableState } from "./state.svelte";

export class Handover {
  /** whose hands hold the device, where several play on it */
  private holder = $state<number | null>(null);
  /** the version of what is shown for a moment, and may not be missed */
  private glimpse = $state<number | null>(null);
  /** where several play on it: the seats that have perhaps not seen yet what was shown to them, the next one first */
  private owed = $state.raw<readonly number[]>([]);
  private moments = $state.raw<readonly Moment[]>([]);
  private lastKey = 0;
  private readonly viewer = $derived(this.seat);
  /** what happened lately, as whoever looks may know it */
  readonly happened = $derived(happenedTo(this.viewer, this.moments));

  constructor(
    private readonly state: TableState,
    readonly shows: Shows,
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
    if (this.owed.length > 0) return this.owed[0]!;
    if (this.holder !== null && this.state.isRacing) return null; // all throw at once, and only backs are to be seen
    if (this.holder !== null && this.shows.isOn) return null; // the device is handed on when all is seen
    if (this.holder !== null && view.to_act.includes(this.holder)) return null;
    return this.nextToAct;
  }

  /** Whether something is shown for a moment to whoever looks. */
  get isGlimpsing(): boolean {
    return this.glimpse !== null;
  }

  /** Whether everything was seen by those for whom it was. */
  get isUpToDate(): boolean {
    return this.glimpse === null && this.owed.length === 0;
  }

  /** Note that the player of that seat has the device now. */
  take(seat: number): void {
    this.holder = seat;
    if (!this.owed.includes(seat)) return;
    this.owed = this.owed.filter((one) => one !== seat);
    for (const { version, own } of this.moments) {
      const events = own.get(seat) ?? [];
      if (isGlimpse(this.game, events)) this.happen(version, [], [[seat, events]], seat);
    }
  }

  /** Show what happened. `watcher` looked at the screen before it did: the curtain falls only afterwards. */
  happen(version: number, shared: Moment["shared"], owns: readonly OwnEvents[], watcher: number | null): void {
    const moment: Moment = { version, key: this.lastKey + 1, shared, own: new Map(owns) };
    const length = lengthOf(moment);
    if (length === 0) return;
    this.lastKey += length;
    this.moments = [...this.moments, moment].slice(-KEPT);
    if (isGlimpse(this.game, seenBy(watcher, moment))) this.glimpse = version;
  }

  /** Owe each seat its glimpse that `watcher` does not see; where one seat has a glimpse, only if nobody looks. */
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
    this.moments = [];
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
