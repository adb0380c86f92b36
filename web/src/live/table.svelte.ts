/** A live table as this device sees it. It folds what the server tells, and holds no rules. */

import type { Avatar, Hinted, Message, Refused, Settings, Update, Welcome } from "../protocol";
import { api, ApiError } from "./api";
import { type CommandBody, Connection, type Status } from "./connection";
import { Handover } from "./handover.svelte";
import { isTold, SavedHistory } from "./history";
import type { OwnEvents } from "./moments";
import { Pending } from "./pending.svelte";
import { Shuffle } from "./shuffle";
import { TableState } from "./state.svelte";
import type { Any, GameName, Scene } from "./types";
import { ShownVersion } from "./version";

type Events = readonly Any<"event">[];

interface Missed {
  version: number;
  seat: number | null;
  events: Events;
}

export class LiveTable implements Scene {
  status = $state<Status>("connecting");
  refused = $state.raw<Refused | null>(null);
  hinted = $state.raw<Hinted | null>(null);
  /** why the server said goodbye for good */
  bye = $state<string | null>(null);
  /** all that happened in this game, where the game has a public history (T23) */
  history = $state.raw<Events>([]);

  private readonly state = new TableState();
  private readonly handover = new Handover(this.state);
  private readonly connection: Connection;
  private readonly pending: Pending;
  private readonly shuffle: Shuffle;
  private readonly version: ShownVersion;
  private readonly saved: SavedHistory;
  private isThere = false; // the table answers, though it does not let us in

  constructor(
    readonly code: string,
    url: string,
  ) {
    this.saved = new SavedHistory(code);
    this.version = new ShownVersion(code);
    this.connection = new Connection(url, {
      message: (message) => this.receive(message),
      status: (status) => (this.status = status),
      version: () => this.version.shown,
      refused: () => void this.findOutWhy(),
    });
    this.pending = new Pending(this.connection);
    this.shuffle = new Shuffle(code, this.connection);
  }

  // --- what is to be seen ----------------------------------------------------------------------------------------

  get lobby() {
    return this.state.lobby;
  }
  get creator(): boolean {
    return this.state.creator;
  }
  get mine(): readonly number[] {
    return this.state.mine;
  }
  get said() {
    return this.state.said;
  }
  get recap() {
    return this.state.recap;
  }
  get game(): GameName {
    return this.lobby!.game;
  }
  get view(): Any<"view"> {
    return this.state.view!;
  }
  get hasGame(): boolean {
    return this.state.view !== null;
  }
  get players() {
    return this.lobby!.seats;
  }
  get options(): Any<"options"> {
    return this.lobby!.settings.options;
  }
  get seat(): number | null {
    return this.handover.seat;
  }
  get curtain(): number | null {
    return this.handover.curtain;
  }
  get happened() {
    return this.handover.happened;
  }
  get own(): Any<"own"> | null {
    return this.seat === null ? null : (this.state.own(this.seat)?.view ?? null);
  }
  get aid(): Any<"aid"> | null {
    return this.seat === null ? null : (this.state.own(this.seat)?.aid ?? null);
  }
  get sent(): string | null {
    return this.pending.actionOf(this.seat);
  }

  legal(seat: number | null): readonly Any<"action">[] {
    if (seat === null || !this.mine.includes(seat) || !this.state.view?.to_act.includes(seat)) return [];
    if (this.pending.actionOf(seat) !== null) return [];
    return (this.state.own(seat)?.legal ?? []) as readonly Any<"action">[];
  }

  timeLeft(seat: number): number | null {
    return this.state.timeLeft(seat);
  }

  windowLeft(): number | null {
    return this.state.windowLeft();
  }

  // --- what is done here -----------------------------------------------------------------------------------------

  act(action: Any<"action">, seat: number | null = this.seat): void {
    if (seat !== null) this.pending.move(action, seat);
  }

  /** Whether the action on its way can still be taken back: it has not left this device. */
  get canTakeBack(): boolean {
    return this.status !== "open" && this.pending.canTakeBack;
  }

  takeBack(): void {
    this.pending.takeBack();
  }

  /** Hand the device to the player of that seat. */
  take(seat: number): void {
    this.handover.take(seat);
  }

  glimpsed(): void {
    const version = this.handover.endGlimpse();
    if (version === null) return;
    this.connection.seen(version);
    this.saveVersion();
  }

  ask(command: CommandBody): string {
    return this.connection.ask(command);
  }

  sit(seat: number, name: string, avatar: Avatar, also = false): void {
    this.pending.sit(seat, name, avatar, also);
  }

  leave(seat: number | null = null): void {
    this.pending.leave(seat);
  }

  set(settings: Settings): void {
    this.ask({ type: "set", settings });
  }

  start(fill: string | null = null): void {
    this.ask({ type: "start", fill });
  }

  close(): void {
    this.state.stopClock();
    this.connection.close();
  }

  // --- what the server tells -------------------------------------------------------------------------------------

  private receive(message: Message): void {
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "update") this.update(message);
    else if (message.type === "done") this.answer(message.id, true);
    else if (message.type === "refused") {
      this.refused = message;
      if (message.id !== undefined) this.answer(message.id, false);
    } else if (message.type === "hinted") this.hinted = message;
    else if (message.type === "bye" && message.code !== "server/ends") this.end(message.code);
  }

  private welcome(message: Welcome): void {
    this.state.welcome(message);
    if (message.own?.some((own) => own.legal)) this.hinted = null;
    this.history = this.saved.read(message.lobby.number);
    this.catchUp((message.missed ?? []) as Missed[]);
    this.version.latest = message.version;
    this.saveVersion();
    this.shuffle.follow(message.lobby, this.mine);
    this.isThere = false;
  }

  private catchUp(all: readonly Missed[]): void {
    const watcher = this.seat;
    for (const version of new Set(all.map((one) => one.version))) {
      if (version <= this.version.latest) continue; // a glimpse that is still shown is not repeated
      const missed = all.filter((one) => one.version === version);
      const shared = missed.find((one) => one.seat === null)?.events ?? [];
      const own = missed.flatMap(({ seat, events }): OwnEvents[] => (seat === null ? [] : [[seat, events]]));
      // What one seat saw is not for its neighbour.
      this.addToHistory(this.mine.length === 1 ? (own[0]?.[1] ?? shared) : shared);
      this.handover.happen(version, shared, own, watcher);
      this.handover.owe(own, watcher);
    }
  }

  private update(message: Update): void {
    if (message.public.lobby?.stage === "playing" && this.lobby?.stage !== "playing") this.begin();
    this.state.patchLobby(message);
    if (message.public.lobby && this.lobby) this.shuffle.follow(this.lobby, this.mine);
    const watcher = this.seat;
    this.state.patchGame(message);
    const owns = message.own ?? [];
    if (owns.some((own) => own.legal)) this.hinted = null;
    const shared = (message.public.events ?? []) as Events;
    this.addToHistory(shared);
    const own = owns.flatMap(({ seat, events }): OwnEvents[] => (events ? [[seat, events as Events]] : []));
    this.handover.happen(message.version, shared, own, watcher);
    this.version.latest = message.version;
    this.saveVersion();
  }

  private begin(): void {
    this.handover.begin();
    this.hinted = null;
    this.history = [];
  }

  private addToHistory(events: Events): void {
    const hasAid = this.options.memory_aid === true;
    const told = events.filter((event) => isTold(this.game, event, hasAid));
    if (told.length === 0) return;
    this.history = [...this.history, ...told];
    this.saved.write(this.lobby!.number, this.history);
  }

  private answer(id: string, isDone: boolean): void {
    const before = this.mine;
    this.state.mine = this.pending.answer(id, isDone, before);
    if (this.mine !== before && this.lobby) this.shuffle.follow(this.lobby, this.mine);
  }

  /** Keep how far the player has seen. A glimpse holds it back: after a reload it must come again. */
  private saveVersion(): void {
    if (this.handover.isUpToDate) this.version.save();
  }

  private end(why: string): void {
    this.bye = why;
    this.close();
  }

  /** Find out why we are not let in: browsers do not say whether the table is gone, or its door shut for us alone. */
  private async findOutWhy(): Promise<void> {
    const wasThere = this.isThere;
    try {
      await api.table(this.code);
      this.isThere = true;
      if (wasThere && this.status === "lost") this.end("line/refused");
    } catch (error) {
      this.isThere = false;
      const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isFinal && this.status === "lost") this.end(error.code);
    }
  }
}
