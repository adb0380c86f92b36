/** The live table of a page: its state for this device, and its commands. It has no rules. */

import { counted, type Seated } from "../model/seats";
import { type BotPace, tempo, untapped } from "../lib/pace";
import type { Avatar, Hinted, Settings, VisitorShown } from "../protocol";
import { api, ApiError } from "./api";
import { comesBack, type CommandBody, Connection, type Status } from "./connection";
import { Handover } from "./handover.svelte";
import { Hints } from "./hints.svelte";
import { learnKey } from "./link-keys";
import { ChairWish, Pending } from "./pending.svelte";
import { Reveals } from "../model/reveals.svelte";
import { Shuffle } from "./shuffle";
import { TableState } from "./state.svelte";
import { Stream } from "./stream.svelte";
import type { Any, GameName, Happened, LostLine, Scene } from "../model/scene";

export type Delivery = "here" | "late" | "sending" | "unsure";

export class LiveTable implements Scene {
  status = $state<Status>("connecting");
  /** why the server said goodbye for good */
  bye = $state<string | null>(null);

  private readonly state = new TableState();
  private readonly seated = $derived(counted(this.state.lobby?.seats ?? []));
  readonly reveals: Reveals;
  private readonly handover: Handover;
  private readonly connection: Connection;
  private readonly pending: Pending;
  private readonly wish: ChairWish;
  private readonly stream: Stream;
  readonly hints: Hints;
  private readonly drawn = $derived.by(() => this.state.view && this.reveals.held.view(this.state.view));
  private readonly told = $derived.by(() => toldBefore(this.reveals.held.toldFrom, this.handover.happened));
  private isThere = false; // the table answers, though it does not let us in

  /** `isScreen`: the page is a big screen, which nobody taps, in a browser that may be a player's own. */
  constructor(
    readonly code: string,
    path: string,
    isScreen = false,
  ) {
    this.reveals = new Reveals(
      isScreen ? untapped : tempo,
      (version) => {
        if (isScreen || this.mine.length > 0) this.connection.shown(version);
      },
      () => !this.handover.isUpToDate,
    );
    this.handover = new Handover(this.state, this.reveals);
    this.connection = new Connection(path, {
      message: (message) => {
        if (message.type === "welcome") {
          this.isThere = false;
          learnKey(message.lobby.code, message.lobby.key);
        }
        this.hints.receive(message);
        this.wish.receive(message, this.mine.length);
        if (message.type !== "bye") this.stream.receive(message);
        else if (!comesBack(message.code)) this.end(message.code);
      },
      status: (status) => (this.status = status),
      version: () => this.stream.shown,
      refused: () => void this.findOutWhy(),
    });
    this.wish = new ChairWish(code);
    this.pending = new Pending(this.connection);
    this.hints = new Hints(this.connection);
    const shuffle = new Shuffle(code, this.connection);
    // A screen reads nothing that the player's own page has stored in this browser.
    const stored = isScreen ? `screen:${code}` : code;
    this.stream = new Stream(stored, this.state, this.handover, this.pending, shuffle);
    document.addEventListener("visibilitychange", this.looksAway);
  }

  // --- state ----------------------------------------------------------------------------------------------------

  get lobby() {
    return this.state.lobby;
  }
  get refused() {
    return this.stream.refused;
  }
  get notice() {
    return this.stream.notice;
  }
  get hinted(): Hinted | null {
    const given = this.hints.givenTo(this.seat);
    return given && this.legal(this.seat).some((action) => action === given.action) ? given : null;
  }
  get advised(): string | null {
    return this.hinted?.action ?? null;
  }
  get history() {
    return this.reveals.held.history ?? this.stream.history;
  }
  get creator(): boolean {
    return this.state.creator;
  }
  get mine(): readonly number[] {
    return this.state.mine;
  }
  /** by which number this device's wish for a chair is known; null without one */
  get asked(): number | null {
    return this.wish.asked;
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
  /** Return the view of the scene that is shown: what an event reveals is as it was until the event was shown. */
  get view(): Any<"view"> {
    return this.drawn!;
  }
  get hasGame(): boolean {
    return this.state.view !== null;
  }
  get isBeginning(): boolean {
    return this.state.isBeginning;
  }
  get players(): readonly Seated[] {
    return this.seated;
  }
  get options(): Any<"options"> {
    return this.lobby!.settings.options;
  }
  get seat(): number | null {
    const { seat } = this.handover;
    const seats = this.state.view?.scores.length ?? Infinity;
    return seat !== null && seat < seats ? seat : null; // a player that got a chair after the game watches its end
  }
  get curtain(): number | null {
    return this.handover.curtain;
  }
  get cut(): number {
    return this.state.welcomes;
  }
  get happened() {
    return this.told;
  }
  get own(): Any<"own"> | null {
    return this.seat === null ? null : (this.state.own(this.seat)?.view ?? null);
  }
  get aid(): Any<"aid"> | null {
    return this.seat === null ? null : (this.state.own(this.seat)?.aid ?? null);
  }
  get looking(): readonly number[] {
    return this.state.looking.filter((seat) => !this.mine.includes(seat));
  }
  /** Whether a device, this one or another, still shows the last cards: nobody reads the result before. */
  get isEndAwaited(): boolean {
    return this.state.looking.length > 0 || this.state.isScreenLooking;
  }
  get warming(): readonly number[] {
    return this.state.warming;
  }
  /** of a table's host: the guests that look at the invitation */
  get visitors(): readonly VisitorShown[] {
    return this.state.visitors;
  }
  /** the number of big screens that show the table to everybody in the room */
  get screens(): number {
    return this.state.screens;
  }
  get sent(): string | null {
    return this.sentBy(this.seat);
  }

  /** Return the action of a seat of this device that is on its way. */
  sentBy(seat: number | null): string | null {
    return this.pending.actionOf(seat);
  }

  legal(seat: number | null): readonly Any<"action">[] {
    if (seat === null || !this.mine.includes(seat) || !this.state.view?.to_act.includes(seat)) return [];
    if (this.pending.actionOf(seat) !== null || this.reveals.isOn || this.state.isHeld) return [];
    return (this.state.own(seat)?.legal ?? []) as readonly Any<"action">[];
  }

  timeLeft(seat: number): number | null {
    return this.state.timeLeft(seat);
  }

  windowLeft(): number | null {
    return this.state.windowLeft();
  }

  absence(seat: number): LostLine | null {
    return this.status === "open" ? this.state.absence(seat) : null; // else it is our own line that is lost
  }

  /** Return after how many milliseconds the table begins by itself; null if its creator starts it, or it is empty. */
  beginsIn(): number | null {
    return this.state.beginsIn();
  }

  mayStartIn(): number | null {
    return this.state.mayStartIn();
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
    this.pending.takeBack();
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
    if (this.handover.isUpToDate) this.connection.seen(version);
    this.reveals.seen();
    this.stream.saveVersion();
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
    this.connection.visit(name, avatar);
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
    this.connection.pace(pace);
  }

  /** End the stand-in that plays here because the clock ran out. */
  back(): void {
    this.connection.back();
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

  close(): void {
    document.removeEventListener("visibilitychange", this.looksAway);
    this.state.stopClock();
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

function toldBefore(key: number, happened: readonly Happened[]): readonly Happened[] {
  return (happened.at(-1)?.key ?? 0) < key ? happened : happened.filter((one) => one.key < key);
}
