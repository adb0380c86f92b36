/** Holds the state of a table as the server sent it: the lobby, the game, and the views of this device's seats. */

import type { Lobby, Recap, Talk, Update, Welcome } from "../protocol";
import { patched } from "../model/patch";
import type { Any } from "../model/scene";

type Own = NonNullable<Welcome["own"]>[number];

interface OwnView {
  view: Any<"own">;
  legal: readonly string[];
  aid: Any<"aid"> | null;
}

export class TableState {
  lobby = $state.raw<Lobby | null>(null);
  creator = $state(false);
  /** the seats that are played on this device */
  mine = $state.raw<readonly number[]>([]);
  view = $state.raw<Any<"view"> | null>(null);
  /** the number of welcomes: each replaces everything */
  welcomes = $state(0);
  /** the last talk, since this device is here */
  said = $state.raw<Talk | null>(null);
  recap = $state.raw<Recap | null>(null);
  /** the seats that still look at a reveal for all, such as the end of a round */
  looking = $state.raw<readonly number[]>([]);
  /** the seats with bots for which the server starts a worker */
  warming = $state.raw<readonly number[]>([]);

  /** the number of big screens at the table */
  screens = $state(0);

  private owns = $state.raw<ReadonlyMap<number, OwnView>>(new Map());
  private deadlines = $state.raw<Record<string, number>>({});
  private closing = $state<number | null>(null);
  /** the clocks stand still during a reveal */
  private isStill = $state(false);
  private readonly clock = new Clock();

  welcome(message: Welcome): void {
    this.welcomes += 1;
    this.lobby = message.lobby;
    this.creator = message.creator;
    this.mine = message.seats;
    this.view = message.view ?? null;
    this.owns = new Map();
    this.patchOwns(message.own ?? []);
    this.deadlines = message.deadlines ?? {};
    this.closing = message.window ?? null;
    this.isStill = message.held ?? false;
    this.looking = message.looking ?? [];
    this.warming = message.warming ?? [];
    this.screens = message.screens ?? 0;
    this.recap = message.recap?.find((recap) => recap.moves > 0) ?? null;
    this.setClock(message.at);
  }

  /** Patch the lobby. A seat that is given to another player is no longer ours. */
  patchLobby({ public: { lobby } }: Update): void {
    if (!lobby || !this.lobby) return;
    if (lobby.stage === "playing" && this.lobby.stage !== "playing") {
      this.recap = null;
      this.owns = new Map();
    }
    this.lobby = patched(this.lobby, lobby);
    if (lobby.seats) this.mine = this.mine.filter((seat) => this.lobby!.seats[seat]?.kind === "person");
  }

  /** Take the seats that the server says are ours now: they may have been moved together, or given to us. */
  patchSeats({ seats }: Update): void {
    if (seats) this.mine = seats;
  }

  /** Apply the game's part of an update. */
  patchGame(message: Update): void {
    const { view, deadlines, window, held, talk } = message.public;
    if (view) this.view = patched(this.view ?? ({} as Any<"view">), view);
    this.patchOwns(message.own ?? []);
    if (deadlines) this.deadlines = deadlines;
    if (window !== undefined) this.closing = window;
    if (held !== undefined) this.isStill = held;
    if (talk) this.said = talk;
    this.setClock(message.at);
  }

  /** Return the private view and the legal actions of that seat. */
  own(seat: number): OwnView | undefined {
    return this.owns.get(seat);
  }

  timeLeft(seat: number): number | null {
    const until = this.deadlines[seat];
    return until === undefined ? null : this.clock.until(until);
  }

  windowLeft(): number | null {
    return this.closing ? this.clock.until(this.closing) : null;
  }

  /** Return after how many milliseconds the table begins by itself; null if it does not. */
  beginsIn(): number | null {
    return this.lobby?.begins ? this.clock.until(this.lobby.begins) : null;
  }

  /** Whether seats race now: a window is open in which all may throw, with a clock or without. */
  get isRacing(): boolean {
    return this.closing !== null;
  }

  /** Whether a window is not open yet: it opens for all once all have seen the events before. */
  get isHeld(): boolean {
    return this.isRacing && this.isStill;
  }

  stopClock(): void {
    this.clock.run(false);
  }

  private patchOwns(owns: readonly Own[]): void {
    if (owns.length === 0) return;
    const all = new Map(this.owns);
    for (const own of owns) {
      const old = all.get(own.seat) ?? { view: {} as Any<"own">, legal: [], aid: null };
      all.set(own.seat, {
        view: own.view ? patched(old.view, own.view) : old.view,
        legal: own.legal ?? old.legal,
        aid: own.aid ?? old.aid,
      });
    }
    this.owns = all;
  }

  private setClock(at: number): void {
    this.clock.set(at);
    const isAwaited = this.closing !== null || Object.keys(this.deadlines).length > 0 || !!this.lobby?.begins;
    this.clock.run(!this.isStill && isAwaited);
  }
}

/** Keeps the table's own time, in milliseconds: set by every update, and counted on between them. */
export class Clock {
  private base = 0;
  private since = performance.now();
  private now = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  set(at: number): void {
    this.base = at;
    this.since = performance.now();
    this.now = at;
  }

  /** Tick only while a deadline is near. */
  run(on: boolean): void {
    if (on === (this.timer !== undefined)) return;
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => (this.now = this.base + performance.now() - this.since), 100) : undefined;
  }

  until(time: number): number {
    return Math.max(0, time - this.now);
  }
}
