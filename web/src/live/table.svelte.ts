/** The live table of a page: its state for this device, and its commands. It has no rules. */

import { lasting } from "../lib/motion";
import { type BotPace, tempo, untapped } from "../lib/pace";
import { eventFacts, isReveal } from "../model/facts";
import { type SceneBefore, type Unshown, unshownOf } from "../model/held.svelte";
import { Reveals } from "../model/reveals.svelte";
import type { Any, GameName, Happened, LostLine, Scene } from "../model/scene";
import type { Avatar, Hinted, Message, Notice, Refusal, Settings, Update, Welcome } from "../protocol";
import { api, ApiError } from "./api";
import { comesBack, Connection, type Status } from "./connection";
import { Handover, type OwnEvents } from "./handover.svelte";
import { learnKey } from "./link-keys";
import { ChairWish, type CommandBody, Hints, Pending } from "./pending.svelte";
import { Shuffle } from "./shuffle";
import { TableState } from "./state.svelte";

type Events = readonly Any<"event">[];

/** The scene before an update. */
interface Before {
  view: Any<"view"> | null;
  own: SceneBefore["own"];
  history: Events;
  /** of the last event */
  key: number;
}

interface Missed {
  version: number;
  seat: number | null;
  events: Events;
}

export type Delivery = "here" | "late" | "sending" | "unsure";

export class LiveTable extends TableState implements Scene {
  status = $state<Status>("connecting");
  /** why the server said goodbye for good */
  bye = $state<string | null>(null);
  refused = $state.raw<Refusal | null>(null);
  /** the last notice of the server's host to all tables; a new object each time */
  notice = $state.raw<Notice | null>(null);

  readonly reveals: Reveals;
  private readonly handover: Handover;
  private readonly connection: Connection;
  private readonly pending: Pending;
  private readonly wish: ChairWish;
  private readonly shuffle: Shuffle;
  readonly hints: Hints;
  private readonly drawn = $derived.by(() => this.latest && this.reveals.held.view(this.latest));
  private readonly begun = $derived.by(() => upTo(this.reveals.held.beginsBefore, this.handover.happened));
  readonly told = $derived.by(() => upTo(this.reveals.held.toldBefore, this.handover.happened));
  private isThere = false; // the table answers, though it does not let us in

  /** `isScreen`: the page is a big screen, which nobody taps, in a browser that may be a player's own. */
  constructor(
    readonly code: string,
    path: string,
    readonly isScreen = false,
  ) {
    super(isScreen ? `screen:${code}` : code); // a screen reads nothing that the player's own page has stored here
    this.reveals = new Reveals(
      isScreen ? untapped : tempo,
      (version) => {
        if (isScreen || this.mine.length > 0) this.connection.send({ type: "shown", version });
      },
      () => !this.handover.isUpToDate,
    );
    this.handover = new Handover(this, this.reveals);
    this.connection = new Connection(path, {
      message: (message) => this.receive(message),
      status: (status) => (this.status = status),
      version: () => this.version.shown,
      refused: () => void this.findOutWhy(),
      unanswered: () => this.pending.unanswered(),
    });
    this.wish = new ChairWish(code);
    this.pending = new Pending(this.connection);
    this.hints = new Hints(this.pending);
    this.shuffle = new Shuffle(code, this.pending);
    document.addEventListener("visibilitychange", this.looksAway);
  }

  // --- state ----------------------------------------------------------------------------------------------------

  get hinted(): Hinted | null {
    const given = this.hints.givenTo(this.seat);
    return given && this.legal(this.seat).some((action) => action === given.action) ? given : null;
  }
  get advised(): string | null {
    return this.hinted?.action ?? null;
  }
  /** Return the history of the scene that is shown. */
  get history(): Events {
    return this.reveals.held.history ?? this.allEvents;
  }
  /** by which number this device's wish for a chair is known; null without one */
  get asked(): number | null {
    return this.wish.asked;
  }
  get game(): GameName {
    return this.lobby!.game;
  }
  /** Return the view of the scene that is shown: what an event reveals is as it was until the event was shown. */
  get view(): Any<"view"> {
    return this.drawn!;
  }
  get newest(): Any<"view"> {
    return this.latest!;
  }
  get hasGame(): boolean {
    return this.latest !== null;
  }
  get options(): Any<"options"> {
    return this.lobby!.settings.options;
  }
  get seat(): number | null {
    const { seat } = this.handover;
    const seats = this.latest?.scores.length ?? Infinity;
    return seat !== null && seat < seats ? seat : null; // a player that got a chair after the game watches its end
  }
  get curtain(): number | null {
    return this.handover.curtain;
  }
  get happened() {
    return this.begun;
  }
  get own(): Any<"own"> | null {
    const { seat } = this;
    const own = this.ownOf(seat)?.view;
    return own && seat !== null ? this.reveals.held.own(seat, own) : null;
  }
  get aid(): Any<"aid"> | null {
    const { seat } = this;
    return seat === null ? null : this.reveals.held.aid(seat, this.ownOf(seat)?.aid ?? null);
  }
  get sent(): string | null {
    return this.sentBy(this.seat);
  }

  /** Return the action of a seat of this device that is on its way. */
  sentBy(seat: number | null): string | null {
    return this.pending.actionOf(seat);
  }

  legal(seat: number | null): readonly Any<"action">[] {
    if (seat === null || !this.mine.includes(seat) || !this.latest?.to_act.includes(seat)) return [];
    if (this.pending.actionOf(seat) !== null || this.reveals.isOn || this.isHeld) return [];
    return (this.ownOf(seat)?.legal ?? []) as readonly Any<"action">[];
  }

  override absence(seat: number): LostLine | null {
    return this.status === "open" ? super.absence(seat) : null; // else it is our own line that is lost
  }

  // --- commands -------------------------------------------------------------------------------------------------

  act(action: Any<"action">, seat: number | null = this.seat): void {
    if (seat !== null) this.pending.ask({ type: "move", action, seat });
  }

  /**
   * The delivery of an unanswered action: `here`, so that it can be taken back; `late`, pending for longer than usual;
   * `unsure`, as the connection was lost after it had been sent. `sending`: another command is late.
   */
  get delivery(): Delivery | null {
    if (this.status === "open" && this.pending.isLate) return "late";
    if (this.status === "open") return this.pending.isCommandLate ? "sending" : null;
    if (this.pending.canTakeBack) return "here";
    return this.pending.isWaiting ? "unsure" : null;
  }

  takeBack(): void {
    this.pending.takeBack("move");
  }

  /** Hand the device to the player of that seat. */
  take(seat: number): void {
    this.handover.take(seat);
    this.reveals.seen();
  }

  /** Whether a private reveal is visible. */
  get isGlimpsing(): boolean {
    return this.handover.isGlimpsing;
  }

  glimpsed(): void {
    const version = this.handover.endGlimpse();
    if (version === null) return;
    // One message for all players of this device, after the last of them has seen their part.
    if (this.handover.isUpToDate) this.connection.send({ type: "seen", version });
    this.reveals.seen();
    this.saveVersion();
  }

  ask(command: CommandBody): string {
    return this.pending.ask(command);
  }

  sit(seat: number, name: string, avatar: Avatar, also = false): void {
    this.pending.sit(seat, name, avatar, also);
  }

  /** Whether a seat is on its way. */
  get isSitting(): boolean {
    return this.pending.isSitting;
  }

  /** Tell the table's host the name that this device knows; at every welcome, as the server forgets it. */
  visit(name: string, avatar: Avatar): void {
    this.connection.send({ type: "visit", name, avatar });
  }

  leave(seat: number | null = null): void {
    this.ask({ type: "leave", seat });
  }

  /** Ask the host for a chair; `asked` is then how the lobby names the wish. */
  askForChair(name: string, avatar: Avatar): void {
    this.wish.sent(this.ask({ type: "ask", name, avatar }));
  }

  /** Send the pace of this device: bots pause at that of the slowest player. */
  sendPace(pace: BotPace): void {
    this.connection.send({ type: "pace", pace });
  }

  /** End the stand-in that plays here because the clock ran out; without a connection, the next `hello` does. */
  back(): void {
    this.connection.send({ type: "back" });
  }

  set(settings: Settings): void {
    this.ask({ type: "set", settings });
  }

  start(fill: string | null = null): void {
    this.pending.start({ fill });
  }

  /** Start without the free chairs. */
  startHere(): void {
    this.pending.start({ here: true });
  }

  /** Whether a start is on its way: another one would be refused. */
  get isStarting(): boolean {
    return this.pending.isStarting;
  }

  /** Be ready for another game, or no longer; `fill` takes free seats, `game` is suggested to all. */
  again(on: boolean, fill: string | null = null, game: string | null = null): void {
    this.pending.again(on, fill, game);
  }

  /** Whether the server has not answered yet that this device is ready, or is not. */
  get isAnswering(): boolean {
    return this.pending.isAnswering;
  }

  // --- messages -------------------------------------------------------------------------------------------------

  private receive(message: Message): void {
    if (message.type === "welcome") {
      this.isThere = false;
      learnKey(message.lobby.code, message.lobby.key);
    }
    this.hints.receive(message);
    this.wish.receive(message, this.mine.length);
    if (message.type === "bye" && !comesBack(message.code)) this.end(message.code);
    else if (message.type === "notice") this.notice = message;
    else if (message.type === "done") this.answer(message.id, true);
    else if (message.type === "refused") {
      if (!this.shuffle.hasSent(message.id)) this.refused = message;
      if (message.id !== undefined) this.answer(message.id, false);
    } else if (message.type === "hinted") this.answer(message.id, true);
    else this.apply(message);
  }

  protected override welcome(message: Welcome): void {
    this.reveals.catchUp();
    super.welcome(message);
    this.catchUp((message.missed ?? []) as Missed[]);
    this.version.latest = message.version;
    this.saveVersion();
    this.shuffle.follow(message.lobby, this.mine);
    this.reveals.renew(message.version);
  }

  private catchUp(all: readonly Missed[]): void {
    const watcher = this.handover.seat;
    for (const version of new Set(all.map((one) => one.version))) {
      if (version <= this.version.latest) continue; // a glimpse that is still shown is not repeated
      const missed = all.filter((one) => one.version === version);
      const shared = missed.find((one) => one.seat === null)?.events ?? [];
      const own = missed.flatMap(({ seat, events }): OwnEvents[] => (seat === null ? [] : [[seat, events]]));
      // Private events of one seat are not for its neighbour.
      this.addToHistory(this.mine.length === 1 ? (own[0]?.[1] ?? shared) : shared);
      this.handover.happen(version, shared, own, watcher);
      this.handover.owe(own, watcher);
    }
  }

  protected override update(message: Update): void {
    if (message.public.lobby?.stage === "playing" && this.lobby?.stage !== "playing") this.begin();
    this.patchLobby(message);
    if (message.public.lobby && this.lobby) this.shuffle.follow(this.lobby, this.mine);
    const watcher = this.handover.seat;
    const before = {
      view: this.latest,
      own: this.ownsNow(),
      history: this.allEvents,
      key: this.handover.happened.at(-1)?.key ?? 0,
    };
    this.patchGame(message);
    const owns = message.own ?? [];
    const shared = (message.public.events ?? []) as Events;
    this.addToHistory(shared);
    const own = owns.flatMap(({ seat, events }): OwnEvents[] => (events ? [[seat, events as Events]] : []));
    this.handover.happen(message.version, shared, own, watcher);
    if (own.length > 1) this.handover.owe(own, watcher);
    this.version.latest = message.version;
    this.saveVersion();
    this.show(message.version, [shared, ...own.map(([, events]) => events)].flat(), this.unshown(before));
  }

  /** Return the fresh events that reveal something. With less motion, and where nobody looks, all is shown at once. */
  private unshown({ view, key: last, ...before }: Before): Unshown[] {
    if (view === null || lasting(1) === 0 || document.hidden) return [];
    const fresh = this.handover.happened.filter(({ key }) => key > last);
    return unshownOf(this.lobby!.game, fresh, { ...before, view });
  }

  /** Let the next question wait for reveals; in a lesson, for all events. */
  private show(version: number, events: Events, unshown: readonly Unshown[]): void {
    const { game, lesson, stage } = this.lobby!;
    const isNew = stage === "playing" && events.some((event) => eventFacts(game, event.type).setting);
    const isShown = isNew || unshown.length > 0 || events.some((event) => lesson || isReveal(game, event));
    if (isShown) this.reveals.expect(version, unshown);
  }

  private begin(): void {
    this.reveals.catchUp();
    this.handover.begin();
    this.allEvents = [];
  }

  private answer(id: string, isDone: boolean): void {
    const before = this.mine;
    this.mine = this.pending.answer(id, isDone, before);
    if (this.mine !== before && this.lobby) this.shuffle.follow(this.lobby, this.mine);
  }

  /** Keep how far the player has seen. A glimpse holds it back: after a reload it must come again. */
  private saveVersion(): void {
    if (this.handover.isUpToDate) this.version.save();
  }

  // --- the end --------------------------------------------------------------------------------------------------

  override close(): void {
    super.close();
    document.removeEventListener("visibilitychange", this.looksAway);
    this.reveals.close();
    this.connection.close();
  }

  private readonly looksAway = (): void => {
    if (document.hidden) this.reveals.catchUp();
  };

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

function upTo(key: number, happened: readonly Happened[]): readonly Happened[] {
  return (happened.at(-1)?.key ?? 0) < key ? happened : happened.filter((one) => one.key < key);
}
