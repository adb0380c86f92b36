/** A live table as this device sees it: a fold of what the server told. It holds no rules. */

import type { Avatar, Hinted, Lobby, Recap, Refused, Settings, Talk, Message, Update, Welcome } from "../protocol";
import { inTab } from "../lib/storage";
import { api, ApiError } from "./api";
import { SavedHistory, isTold } from "./history";
import { Clock } from "./clock.svelte";
import { Connection, type Status, type CommandBody } from "./connection";
import { happenedTo, isGlimpse, KEPT, lengthOf, type Moment, type OwnEvents, seenBy } from "./moments";
import { patched } from "./patch";
import { Shuffle } from "./shuffle";
import type { Any, GameName, Scene } from "./types";

type Own = NonNullable<Welcome["own"]>[number];

interface Missed {
  version: number;
  seat: number | null;
  events: readonly Any<"event">[];
}

interface Private {
  view: Any<"own">;
  legal: readonly string[];
  aid: Any<"aid"> | null;
}

interface Waiting {
  id: string;
  seat: number;
  action: string;
}

export class LiveTable implements Scene {
  status = $state<Status>("connecting");
  lobby = $state.raw<Lobby | null>(null);
  creator = $state(false);
  mine = $state.raw<readonly number[]>([]);
  /** what was said last, since this device is here */
  said = $state.raw<Talk | null>(null);
  recap = $state.raw<Recap | null>(null);
  refused = $state.raw<Refused | null>(null);
  hinted = $state.raw<Hinted | null>(null);
  /** why the server said goodbye for good */
  bye = $state<string | null>(null);
  /** all that happened in this game, where the game has a public history (T23) */
  history = $state.raw<readonly Any<"event">[]>([]);

  private state = $state.raw<Any<"view"> | null>(null);
  private privates = $state.raw<ReadonlyMap<number, Private>>(new Map());
  private waiting = $state.raw<readonly Waiting[]>([]);
  private deadlines = $state.raw<Record<string, number>>({});
  private closing = $state<number | null>(null);
  /** whose hands hold the device, where several play on it */
  private holder = $state<number | null>(null);
  private glimpse = $state<number | null>(null);
  /** where several play on it: who was shown something before the page was loaded anew, and has perhaps not seen it */
  private owed = $state<number | null>(null);
  private moments = $state.raw<readonly Moment[]>([]);
  private readonly watcher = $derived(this.seat);
  readonly happened = $derived(happenedTo(this.watcher, this.moments));

  private readonly clock = new Clock();
  private readonly connection: Connection;
  private readonly shuffle: Shuffle;
  private readonly saved: SavedHistory;
  private readonly sits = new Map<string, { seat: number; also: boolean }>();
  private readonly leaves = new Map<string, number | null>();
  private version: number | undefined; // shown to the player
  private latest = 0; // told by the server
  private key = 0;
  private isThere = false; // the table answers, though it does not let us in

  constructor(
    readonly code: string,
    url: string,
  ) {
    this.saved = new SavedHistory(code);
    this.version = inTab.read<number>(this.storageKey) ?? undefined;
    this.connection = new Connection(url, {
      message: (message) => this.hear(message),
      status: (status) => (this.status = status),
      version: () => this.version,
      refused: () => void this.shutOut(),
    });
    this.shuffle = new Shuffle(code, this.connection);
  }

  // --- the scene -----------------------------------------------------------------------------------------------

  get game(): GameName {
    return this.lobby!.game;
  }
  get view(): Any<"view"> {
    return this.state!;
  }
  get hasGame(): boolean {
    return this.state !== null;
  }
  get players() {
    return this.lobby!.seats;
  }
  get options(): Any<"options"> {
    return this.lobby!.settings.options;
  }
  get seat(): number | null {
    return this.curtain === null ? this.viewer : null;
  }
  get own(): Any<"own"> | null {
    return this.seat === null ? null : (this.privates.get(this.seat)?.view ?? null);
  }
  get aid(): Any<"aid"> | null {
    return this.seat === null ? null : (this.privates.get(this.seat)?.aid ?? null);
  }
  get sent(): string | null {
    return this.waiting.find((one) => one.seat === this.seat)?.action ?? null;
  }

  legal(seat: number | null): readonly Any<"action">[] {
    if (seat === null || !this.mine.includes(seat) || !this.state?.to_act.includes(seat)) return [];
    if (this.waiting.some((one) => one.seat === seat)) return [];
    return (this.privates.get(seat)?.legal ?? []) as readonly Any<"action">[];
  }

  act(action: Any<"action">, seat: number | null = this.seat): void {
    if (seat === null) return;
    const id = this.ask({ type: "move", action, seat });
    this.waiting = [...this.waiting, { id, seat, action }];
  }

  /** Whether the action on its way can still be taken back: it has not left this device. */
  get canTakeBack(): boolean {
    return this.status !== "open" && this.waiting.some((one) => this.connection.isHere(one.id));
  }

  takeBack(): void {
    this.waiting = this.waiting.filter((one) => !this.connection.takeBack(one.id));
  }

  timeLeft(seat: number): number | null {
    const until = this.deadlines[seat];
    return until === undefined ? null : this.clock.until(until);
  }

  windowLeft(): number | null {
    return this.closing ? this.clock.until(this.closing) : null;
  }

  glimpsed(): void {
    if (this.glimpse === null) return;
    this.connection.seen(this.glimpse);
    this.glimpse = null;
    this.remember();
  }

  // --- several people at one device ------------------------------------------------------------------------------

  private get viewer(): number | null {
    if (this.mine.length <= 1) return this.mine[0] ?? null;
    return this.isOpen ? (this.nextToAct ?? this.mine[0]!) : this.holder;
  }

  /** The seat that the device must be handed to before anything private is shown. */
  get curtain(): number | null {
    const { mine, state, holder } = this;
    if (mine.length <= 1 || !state || this.glimpse !== null || this.isOpen || this.lobby?.stage !== "playing")
      return null;
    if (this.owed !== null) return this.owed;
    if (holder !== null && state.phase === "window") return null; // all throw at once, and only backs are to be seen
    if (holder !== null && state.to_act.includes(holder)) return null;
    return this.nextToAct;
  }

  /** Whether nothing at this table is private: no curtain is needed. */
  private get isOpen(): boolean {
    return this.game === "escalier";
  }

  /** Of those who play on this device, who acts next. */
  private get nextToAct(): number | null {
    const acting = this.mine.filter((seat) => this.state?.to_act.includes(seat));
    const active = this.state?.active ?? null;
    return active !== null && acting.includes(active) ? active : (acting[0] ?? null);
  }

  /** The player of that seat has the device now. */
  take(seat: number): void {
    this.holder = seat;
    if (this.owed === seat) this.showAgain(seat);
  }

  private showAgain(seat: number): void {
    this.owed = null;
    for (const { version, own } of this.moments) {
      const events = own.get(seat) ?? [];
      if (isGlimpse(this.game, events)) this.happen(version, [], [[seat, events]], seat);
    }
  }

  // --- what is asked ---------------------------------------------------------------------------------------------

  ask(command: CommandBody): string {
    return this.connection.ask(command);
  }

  sit(seat: number, name: string, avatar: Avatar, also = false): void {
    const id = this.ask({ type: "sit", seat, name, avatar, also });
    this.sits.set(id, { seat, also });
  }

  leave(seat: number | null = null): void {
    this.leaves.set(this.ask({ type: "leave", seat }), seat);
  }

  set(settings: Settings): void {
    this.ask({ type: "set", settings });
  }

  start(fill: string | null = null): void {
    this.ask({ type: "start", fill });
  }

  close(): void {
    this.clock.run(false);
    this.connection.close();
  }

  // --- what is told ----------------------------------------------------------------------------------------------

  private hear(message: Message): void {
    if (message.type === "welcome") this.welcomed(message);
    else if (message.type === "update") this.updated(message);
    else if (message.type === "done") this.answered(message.id, true);
    else if (message.type === "refused") {
      this.refused = message;
      if (message.id !== undefined) this.answered(message.id, false);
    } else if (message.type === "hinted") this.hinted = message;
    else if (message.type === "bye" && message.code !== "server/ends") this.end(message.code);
  }

  private end(why: string): void {
    this.bye = why;
    this.close();
  }

  /** Not let in, and not told why: perhaps the table is gone, or it is there and the door is shut for us alone. */
  private async shutOut(): Promise<void> {
    const wasThere = this.isThere;
    try {
      await api.table(this.code);
      this.isThere = true;
      if (wasThere && this.status === "lost") this.end("line/refused");
    } catch (error) {
      this.isThere = false;
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && this.status === "lost")
        this.end(error.code);
    }
  }

  private answered(id: string, done: boolean): void {
    this.waiting = this.waiting.filter((one) => one.id !== id);
    const sat = this.sits.get(id);
    if (sat && done) this.mine = sat.also ? [...new Set([...this.mine, sat.seat])].sort() : [sat.seat];
    if (this.leaves.has(id) && done) {
      const left = this.leaves.get(id);
      this.mine = left === null ? [] : this.mine.filter((seat) => seat !== left);
    }
    this.sits.delete(id);
    this.leaves.delete(id);
    if (sat && this.lobby) this.shuffle.follow(this.lobby, this.mine);
  }

  private welcomed(message: Welcome): void {
    this.lobby = message.lobby;
    this.creator = message.creator;
    this.mine = message.seats;
    this.state = message.view ?? null;
    this.privates = new Map();
    this.heardPrivately(message.own ?? []);
    this.deadlines = message.deadlines ?? {};
    this.closing = message.window ?? null;
    this.recap = message.recap?.find((recap) => recap.moves > 0) ?? null;
    this.setClock(message.at);
    this.history = this.saved.read(message.lobby.number);
    this.missed((message.missed ?? []) as Missed[]);
    this.reached(message.version);
    this.shuffle.follow(message.lobby, this.mine);
    this.isThere = false;
  }

  private missed(all: readonly Missed[]): void {
    const { watcher } = this;
    for (const version of new Set(all.map((one) => one.version))) {
      if (version <= this.latest) continue; // a glimpse that is still being shown: greeting again does not show it twice
      const told = all.filter((one) => one.version === version);
      const shared = told.find((one) => one.seat === null)?.events ?? [];
      const own = told.flatMap(({ seat, events }): OwnEvents[] => (seat === null ? [] : [[seat, events]]));
      // What one seat saw is not for its neighbour.
      this.addToHistory(this.mine.length === 1 ? (own[0]?.[1] ?? shared) : shared);
      this.happen(version, shared, own, watcher);
      if (watcher === null) this.owed ??= own.find(([, events]) => isGlimpse(this.game, events))?.[0] ?? null;
    }
  }

  private updated(message: Update): void {
    const { lobby, view, deadlines, window, talk, events } = message.public;
    if (lobby && this.lobby) {
      if (lobby.stage === "playing" && this.lobby.stage !== "playing") this.begin();
      this.lobby = patched(this.lobby, lobby);
      if (lobby.seats) this.mine = this.mine.filter((seat) => this.lobby!.seats[seat]?.kind === "person");
      this.shuffle.follow(this.lobby, this.mine);
    }
    const { watcher } = this; // who looks at the screen while it happens: the curtain falls only afterwards
    if (view) this.state = patched(this.state ?? ({} as Any<"view">), view);
    const owns = message.own ?? [];
    this.heardPrivately(owns);
    if (deadlines) this.deadlines = deadlines;
    if (window !== undefined) this.closing = window;
    if (talk) this.said = talk;
    this.setClock(message.at);
    const shared = (events ?? []) as Any<"event">[];
    this.addToHistory(shared);
    this.happen(
      message.version,
      shared,
      owns.flatMap((own): OwnEvents[] => (own.events ? [[own.seat, own.events as Any<"event">[]]] : [])),
      watcher,
    );
    this.reached(message.version);
  }

  private begin(): void {
    this.holder = null;
    this.glimpse = null;
    this.owed = null;
    this.hinted = null;
    this.recap = null;
    this.moments = [];
    this.history = [];
    this.privates = new Map();
  }

  private addToHistory(events: readonly Any<"event">[]): void {
    const hasAid = this.options.memory_aid === true;
    const told = events.filter((event) => isTold(this.game, event, hasAid));
    if (told.length === 0) return;
    this.history = [...this.history, ...told];
    this.saved.write(this.lobby!.number, this.history);
  }

  private heardPrivately(owns: readonly Own[]): void {
    if (owns.length === 0) return;
    const privates = new Map(this.privates);
    for (const own of owns) {
      const old = privates.get(own.seat) ?? { view: {} as Any<"own">, legal: [], aid: null };
      privates.set(own.seat, {
        view: own.view ? patched(old.view, own.view) : old.view,
        legal: own.legal ?? old.legal,
        aid: own.aid ?? old.aid,
      });
    }
    this.privates = privates;
    if (owns.some((own) => own.legal)) this.hinted = null;
  }

  private happen(version: number, shared: Moment["shared"], owns: readonly OwnEvents[], watcher: number | null): void {
    const moment: Moment = { version, key: this.key + 1, shared, own: new Map(owns) };
    const length = lengthOf(moment);
    if (length === 0) return;
    this.key += length;
    this.moments = [...this.moments, moment].slice(-KEPT);
    if (isGlimpse(this.game, seenBy(watcher, moment))) this.glimpse = version;
  }

  private setClock(at: number): void {
    this.clock.set(at);
    this.clock.run(this.closing !== null || Object.keys(this.deadlines).length > 0);
  }

  /** A glimpse that is still to be seen keeps the version back: after a reload it must come again. */
  private reached(version: number): void {
    this.latest = version;
    this.remember();
  }

  private remember(): void {
    if (this.glimpse !== null || this.owed !== null) return;
    this.version = this.latest;
    inTab.write(this.storageKey, this.version);
  }

  private get storageKey(): string {
    return `toctoc:version:${this.code}`;
  }
}
