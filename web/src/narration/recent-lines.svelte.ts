/**
 * Lists the latest events for the text table. In a memory game nothing of them stays: rereading would be remembering.
 */

import { onDestroy, untrack } from "svelte";

import { concerns, eventFacts, factsOf, isReveal } from "../model/facts";
import type { OngoingReveal } from "../model/reveals.svelte";
import type { Happened, Scene } from "../model/scene";

const MAX_LINES = 8; // events, in a game that has a history
const MAX_LATER_STEPS = 2; // of bots, after which a line of a memory game goes
const SENTENCE_READ_MS = 6_000; // enough to read a sentence, even when the next one follows at once
const PRIVATE_LINE_MS = 10_000; // for a private line, unless the game goes on for its player
const TICK_MS = 500;
const SENTENCE_WAIT_MS = 1_600; // by which a sentence delays the next question, after a reveal
const MAX_SENTENCES_WAITED = 3; // sentences that it waits for

interface Line {
  happened: Happened;
  /** for how long it could be read, in milliseconds */
  age: number;
  /** how many steps of the game have been told since */
  later: number;
}

export class RecentLines {
  private lines = $state.raw<readonly Line[]>([]);
  private lastKey = 0;
  private seat: number | null | undefined;
  private phase = "";
  private showing: OngoingReveal | undefined;
  private looking: (() => void) | undefined;

  /** To be made while a component is set up; it ends with it. */
  constructor(private readonly shown: () => Scene) {
    $effect.pre(() => {
      const { seat, happened, isReplay } = shown();
      if (isReplay) return; // its page tells each move
      untrack(() => this.follow(seat, happened));
    });
    const timer = setInterval(() => this.tick(), TICK_MS);
    onDestroy(() => {
      clearInterval(timer);
      this.showing?.cancel();
      this.looking?.();
    });
  }

  /** The public lines, oldest first. */
  get happened(): readonly Happened[] {
    return this.lines.filter((line) => !this.isGlimpse(line)).map((line) => line.happened);
  }

  /** The private lines, which stay only for a while. */
  get glimpses(): readonly Happened[] {
    return this.lines.filter((line) => this.isGlimpse(line)).map((line) => line.happened);
  }

  /** The player has seen it. */
  seen(): void {
    if (this.glimpses.length === 0) return;
    this.lines = this.lines.filter((line) => !this.isGlimpse(line));
    this.glimpsed();
  }

  private glimpsed(): void {
    this.looking?.();
    this.looking = undefined;
    this.shown().glimpsed();
  }

  /** Let the next question wait until the fresh lines were read; private lines may be read side by side. */
  private wait(fresh: readonly Line[]): void {
    const { reveals, view, game } = this.shown();
    const [before, narrated] = [this.phase, fresh.filter((line) => !this.factsOf(line).silent)];
    this.phase = view.phase;
    if (!fresh.some(({ happened }) => isReveal(game, happened.event))) return;
    if (!fresh.some((line) => this.isGlimpse(line))) {
      this.showing?.cancel();
      this.showing = reveals.begin(SENTENCE_WAIT_MS * Math.min(narrated.length, MAX_SENTENCES_WAITED));
    } else if (before === view.phase) this.looking ??= reveals.keep();
    else {
      const show = reveals.begin(Infinity, () => this.seen());
      const others = this.looking;
      this.looking = () => (others?.(), show.cancel());
    }
  }

  private get isMemory(): boolean {
    return factsOf(this.shown().game).is_memory;
  }

  private follow(seat: number | null, happened: readonly Happened[]): void {
    const isNew = this.seat !== seat; // the viewer comes to the table, or the device changes hands
    this.seat = seat;
    const fresh = happened.filter((one) => one.key > this.lastKey);
    this.lastKey = Math.max(this.lastKey, ...fresh.map((one) => one.key));
    if (!isNew && fresh.length === 0) return;
    const before = this.glimpses.length;
    const lines = (isNew && !this.isMemory ? happened : fresh).map((one) => ({ happened: one, age: 0, later: 0 }));
    const old = isNew ? [] : this.older(lines);
    const all = [...old, ...(isNew && this.isMemory ? lines.filter((line) => this.isGlimpse(line)) : lines)];
    this.lines = this.isMemory ? all.filter((line) => this.stays(line)) : all.slice(-MAX_LINES);
    if (!isNew && before > 0 && this.glimpses.length === 0) this.glimpsed();
    if (!isNew) this.wait(lines);
  }

  /** Return the earlier lines that stay beside the fresh ones. */
  private older(fresh: readonly Line[]): Line[] {
    const { game, seat } = this.shown();
    const about = fresh.map(({ happened }) => happened.event).filter((event) => concerns(game, event, seat));
    // Two cards can be looked at side by side; any other event invalidates a private line.
    const isOver = (line: Line) => about.some(({ type }) => type !== line.happened.event.type);
    const isMoment = fresh.some((line) => this.factsOf(line).moment);
    const isTold = fresh.some((line) => !this.isGlimpse(line) && !this.factsOf(line).silent);
    return this.lines
      .filter((line) => !(this.isGlimpse(line) && isOver(line)) && !(isMoment && this.factsOf(line).moment))
      .map((line) => ({ ...line, later: line.later + Number(isTold) }));
  }

  private tick(): void {
    if (document.visibilityState !== "visible" || this.lines.length === 0) return;
    const before = this.glimpses.length;
    const older = this.lines.map((line) => ({ ...line, age: line.age + TICK_MS }));
    this.lines = older.filter((line) => this.stays(line));
    if (before > 0 && this.glimpses.length === 0) this.glimpsed();
  }

  private stays(line: Line): boolean {
    if (this.isGlimpse(line)) return line.age < PRIVATE_LINE_MS;
    if (!this.isMemory) return true;
    const isRead = line.age >= SENTENCE_READ_MS;
    return line.later < MAX_LATER_STEPS && (!isRead || (line.later === 0 && !this.factsOf(line).moment));
  }

  private isGlimpse(line: Line): boolean {
    return this.factsOf(line).glimpse === true;
  }

  private factsOf({ happened }: Line) {
    return eventFacts(this.shown().game, happened.event.type);
  }
}
