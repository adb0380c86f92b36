/** Holds the state of a table as the server sent it: the lobby, the game, and the views of this device's seats. */

import type { Absence, Lobby, Message, Recap, Talk, Update, VisitorShown, Welcome } from "../protocol";
import { inTab } from "../lib/storage";
import { eventFacts, factsOf } from "../model/facts";
import { patched } from "../model/patch";
import { counted } from "../model/seats";
import type { Any, LostLine } from "../model/scene";

/** A line that is lost for less is not mentioned: the page is loaded again, or a phone changes its network. */
const GATHERING_MS = 10_000; // without a connection: only then a game begins without a person who is not ready
const BRIEF_ABSENCE_MS = 1_000;

type Events = readonly Any<"event">[];
type Own = NonNullable<Welcome["own"]>[number];

interface OwnView {
  view: Any<"own">;
  legal: readonly string[];
  aid: Any<"aid"> | null;
}

const BEGINNING_MS = 1_000; // by then the server has said that it deals

export class TableState {
  lobby = $state.raw<Lobby | null>(null);
  creator = $state(false);
  /** the seats that are played on this device */
  mine = $state.raw<readonly number[]>([]);
  /** the public view of the game */
  latest = $state.raw<Any<"view"> | null>(null);
  /** the last game is gone, and the next one is about to be dealt */
  isBeginning = $state(false);
  /** the number of welcomes: each replaces everything */
  cut = $state(0);
  /** the last talk, since this device is here */
  said = $state.raw<Talk | null>(null);
  recap = $state.raw<Recap | null>(null);
  /** the seats with bots for which the server starts a worker */
  warming = $state.raw<readonly number[]>([]);
  /** of a table's host: the guests that look at the invitation, before the first game */
  visitors = $state.raw<readonly VisitorShown[]>([]);
  /** the number of big screens that show the table to everybody in the room */
  screens = $state(0);
  /** all that happened in this game, where the game has a public history */
  protected allEvents = $state.raw<Events>([]);
  readonly players = $derived(counted(this.lobby?.seats ?? []));

  /** the seats that still look at a reveal for all, such as the end of a round */
  private lookers = $state.raw<readonly number[]>([]);
  /** whether a big screen still shows the last cards of a game */
  private isScreenLooking = $state(false);
  private owns = $state.raw<ReadonlyMap<number, OwnView>>(new Map());
  private deadlines = $state.raw<Record<string, number>>({});
  private closing = $state<number | null>(null);
  /** the clocks stand still during a reveal */
  private isStill = $state(false);
  private readonly clock = new Clock();
  private absent = $state.raw<readonly Absence[]>([]);
  private readonly absenceClock = new Clock(); // it goes on during reveals
  private readonly saved: SavedHistory;
  protected readonly version: ShownVersion;

  /** `stored` names what the tab keeps of the table. */
  constructor(stored: string) {
    this.saved = new SavedHistory(stored);
    this.version = new ShownVersion(stored);
  }

  /** Apply a message; those of other types change nothing here. */
  protected apply(message: Message): void {
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "update") this.update(message);
    else if (message.type === "looking") this.look(message.seats, message.screen);
    else if (message.type === "absent") this.setAbsent(message.at, message.absent);
    else if (message.type === "warming") this.warming = message.seats;
    else if (message.type === "visitors") this.visitors = message.visitors;
    else if (message.type === "screens") this.screens = message.screens;
  }

  protected welcome(message: Welcome): void {
    this.cut += 1;
    this.allEvents = this.saved.read(message.lobby.number);
    this.lobby = message.lobby;
    this.creator = message.creator;
    this.mine = message.seats;
    this.latest = message.view ?? null;
    this.owns = new Map();
    this.patchOwns(message.own ?? []);
    this.deadlines = message.deadlines ?? {};
    this.closing = message.window ?? null;
    this.isStill = message.held ?? false;
    this.look(message.looking, message.looking_screen);
    this.warming = message.warming ?? [];
    this.visitors = message.visitors ?? [];
    this.screens = message.screens ?? 0;
    this.recap = message.recap?.find((recap) => recap.moves > 0) ?? null;
    this.setClock(message.at);
    this.setAbsent(message.at, message.absent ?? []);
  }

  protected update(message: Update): void {
    this.patchLobby(message);
    this.patchGame(message);
  }

  private look(seats: readonly number[] = [], isScreenLooking = false): void {
    this.lookers = seats;
    this.isScreenLooking = isScreenLooking;
  }

  /** Return the seats of other devices that still look at a reveal for all. */
  get looking(): readonly number[] {
    return this.lookers.filter((seat) => !this.mine.includes(seat));
  }

  /** Whether a device, this one or another, still shows the last cards: nobody reads the result before. */
  get isEndAwaited(): boolean {
    return this.lookers.length > 0 || this.isScreenLooking;
  }

  /** Set the players without a connection. */
  private setAbsent(at: number, absent: readonly Absence[]): void {
    this.absent = absent;
    this.absenceClock.set(at);
    this.absenceClock.run(absent.length > 0);
  }

  /** Return how long the player of that seat has no connection. */
  absence(seat: number): LostLine | null {
    const absence = this.absent.find((one) => one.seat === seat);
    if (!absence) return null;
    const gone = this.absenceClock.since(absence.since);
    if (gone < BRIEF_ABSENCE_MS) return null;
    const left = absence.until === undefined ? null : this.absenceClock.until(absence.until);
    return { seconds: Math.floor(gone / 1000), untilBot: left === null ? null : Math.ceil(left / 1000) };
  }

  /**
   * Apply the lobby's part of an update, and take the seats that the server says are ours now: they may have been moved
   * together, or given to us.
   */
  protected patchLobby({ public: { lobby }, seats }: Update): void {
    if (lobby && this.lobby) this.changeLobby(this.lobby, lobby);
    if (seats) this.mine = seats;
  }

  /** Change the lobby. A seat that is given to another player is no longer ours. */
  private changeLobby(old: Lobby, changes: Partial<Lobby>): void {
    if (changes.stage === "playing" && old.stage !== "playing") {
      this.recap = null;
      this.owns = new Map();
    }
    const lobby = (this.lobby = patched(old, changes));
    const isOther = lobby.game !== old.game || lobby.seats.length < (this.latest?.scores.length ?? 0);
    if (this.latest && isOther) this.clear();
    if (changes.seats) this.mine = this.mine.filter((seat) => lobby.seats[seat]?.kind === "person");
  }

  /** Forget the last game: some of its chairs were removed, or another game was chosen, for the next one begins. */
  private clear(): void {
    this.latest = null;
    this.isBeginning = true;
    setTimeout(() => (this.isBeginning = false), BEGINNING_MS);
  }

  /** Apply the game's part of an update. */
  protected patchGame(message: Update): void {
    const { view, deadlines, window, held, talk } = message.public;
    if (view) this.latest = patched(this.latest ?? ({} as Any<"view">), view);
    this.patchOwns(message.own ?? []);
    if (deadlines) this.deadlines = deadlines;
    if (window !== undefined) this.closing = window;
    if (held !== undefined) this.isStill = held;
    if (talk) this.said = talk;
    this.setClock(message.at);
  }

  protected addToHistory(events: Events): void {
    const { game, number, settings } = this.lobby!;
    const hasAid = settings.options.memory_aid === true;
    const kept = events.filter((event) => isInHistory(game, event, hasAid));
    if (kept.length === 0) return;
    this.allEvents = [...this.allEvents, ...kept];
    this.saved.write(number, this.allEvents);
  }

  /** Return the private view and the legal actions of that seat. */
  protected ownOf(seat: number | null): OwnView | undefined {
    return seat === null ? undefined : this.owns.get(seat);
  }

  /** Return the private views as they are now, for later. */
  protected ownsNow(): (seat: number) => OwnView | undefined {
    const { owns } = this;
    return (seat) => owns.get(seat);
  }

  timeLeft(seat: number): number | null {
    const until = this.deadlines[seat];
    return until === undefined ? null : this.clock.until(until);
  }

  windowLeft(): number | null {
    return this.closing ? this.clock.until(this.closing) : null;
  }

  /**
   * Return after how many milliseconds the table begins by itself; null if it does not. After a game it waits for all
   * people who have a connection: they still read.
   */
  beginsIn(): number | null {
    if (!this.lobby?.begins) return null;
    const { begins, seats, stage } = this.lobby;
    if (stage !== "over") return this.clock.until(begins);
    const missing = [...seats.keys()].filter((seat) => seats[seat]!.kind === "person" && !seats[seat]!.again);
    const gone = missing.map((seat) => this.absent.find((one) => one.seat === seat)?.since ?? Infinity);
    const at = Math.max(begins, ...gone.map((since) => since + GATHERING_MS));
    return Number.isFinite(at) ? this.clock.until(at) : null;
  }

  /** Return after how many milliseconds a ready player may start without the others; null while nobody is ready. */
  mayStartIn(): number | null {
    return this.lobby?.may_start ? this.clock.until(this.lobby.may_start) : null;
  }

  /** Whether seats race now: a window is open in which all may throw, with a clock or without. */
  get isRacing(): boolean {
    return this.closing !== null;
  }

  /** Whether a window is not open yet: it opens for all once all have seen the events before. */
  get isHeld(): boolean {
    return this.isRacing && this.isStill;
  }

  /** Stop the clocks. */
  close(): void {
    this.clock.run(false);
    this.absenceClock.run(false);
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
    const isGathering = !!(this.lobby?.begins || this.lobby?.may_start);
    const isAwaited = this.closing !== null || Object.keys(this.deadlines).length > 0 || isGathering;
    this.clock.run(!this.isStill && isAwaited);
  }
}

/** Keeps the table's own time, in milliseconds: set by every update, and counted on between them. */
export class Clock {
  private base = 0;
  private setAt = performance.now();
  private now = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  set(at: number): void {
    this.base = at;
    this.setAt = performance.now();
    this.now = at;
  }

  /** Tick only while a deadline is near. */
  run(on: boolean): void {
    if (on === (this.timer !== undefined)) return;
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => (this.now = this.base + performance.now() - this.setAt), 100) : undefined;
  }

  since(time: number): number {
    return Math.max(0, this.now - time);
  }

  until(time: number): number {
    return Math.max(0, time - this.now);
  }
}

export function isInHistory(game: string, event: Any<"event">, hasAid: boolean): boolean {
  const { history = "always" } = eventFacts(game, event.type);
  if (history === "scores") return true;
  return !factsOf(game).is_memory && (history === "always" || (hasAid && history === "aid"));
}

/** Keeps the history for the tab's life, so that a reload does not lose it: the server tells nothing twice. */
export class SavedHistory {
  constructor(private readonly code: string) {}

  read(number: number): Any<"event">[] {
    return inTab.read<Any<"event">[]>(this.key(number)) ?? [];
  }

  write(number: number, events: readonly Any<"event">[]): void {
    inTab.forget(this.key(number - 1));
    inTab.write(this.key(number), events);
  }

  private key(number: number): string {
    return `toctoc:history:${this.code}:${number}`;
  }
}

/** Stores the last version of a table that the player was shown: after a reload the server sends the events since. */
export class ShownVersion {
  shown: number | undefined;
  /** the last one that the server told */
  latest = 0;

  constructor(private readonly code: string) {
    this.shown = inTab.read<number>(this.key) ?? undefined;
  }

  /** Note that everything was shown. */
  save(): void {
    this.shown = this.latest;
    inTab.write(this.key, this.shown);
  }

  private get key(): string {
    return `toctoc:version:${this.code}`;
  }
}
