/**
 * Tracks reveals: events that a table is presenting. Until they are over, or tapped away, there is no question here;
 * and the table waits for this device, as far as the server allows.
 */

import { untrack } from "svelte";

import { even, type Tempo } from "../lib/pace";
import { Held, type Unshown } from "./held.svelte";

const REVEAL_KEEPALIVE_MS = 3_000; // between messages to the server that a reveal goes on

export interface OngoingReveal {
  /** remove it, without a call of its `end` */
  cancel(): void;
}

interface OpenReveal extends OngoingReveal {
  readonly timer: ReturnType<typeof setTimeout> | undefined;
  readonly end: () => void;
  readonly isStep: boolean;
  /** whether it is this device's own: a tap ends it */
  readonly isOurs: boolean;
  /** whether the table waits for it */
  readonly isAwaited: boolean;
}

export class Reveals {
  /** what the events that were not shown yet reveal */
  readonly held = new Held();
  private open = $state.raw<readonly OpenReveal[]>([]);
  private kept = 0;
  /** events have just arrived, and may begin a reveal */
  private isExpected = $state(false);
  private latest = 0;
  private acknowledged = 0;
  private soon: ReturnType<typeof setTimeout> | undefined;
  private still: ReturnType<typeof setInterval> | undefined;

  /** `acknowledge` is called with the last version that was presented as a whole; with the same again: not yet. */
  constructor(
    private readonly tempo: Tempo = even,
    private readonly acknowledge: (version: number) => void = () => {},
    /** whether a private reveal is still to be seen, though the table may not be drawn */
    private readonly isOwed: () => boolean = () => false,
  ) {}

  /** Whether a reveal goes on, or is about to begin: the next question waits. */
  get isOn(): boolean {
    return this.isExpected || this.open.length > 0;
  }

  /** Whether a reveal waits for a tap to go on. */
  get isStep(): boolean {
    return this.open.some((reveal) => reveal.isStep);
  }

  /** Whether all reveals of this device wait for a tap. */
  get isStepwise(): boolean {
    return this.tempo.isStep;
  }

  /** Whether events that concern nobody may pass quickly: not where all is shown slowly, or step by step. */
  get isBrisk(): boolean {
    return !this.tempo.isStep && this.tempo.stretch(1) <= 1;
  }

  /** Return how long something of so many milliseconds lasts on this device. */
  stretch(ms: number): number {
    return this.tempo.stretch(ms);
  }

  /** Begin a reveal, and call `end` after it; a brief one waits for no tap even where all goes step by step. */
  begin(ms: number, end: () => void = () => {}, isBrief = false): OngoingReveal {
    const isStep = this.tempo.isStep && !isBrief;
    return this.add(isStep ? Infinity : this.stretch(ms), { end, isStep, isOurs: true, isAwaited: true });
  }

  /** Begin a reveal in passing: the next question waits for it, but the table goes on meanwhile. */
  glance(ms: number, end: () => void): OngoingReveal {
    return this.add(this.stretch(ms), { end, isStep: false, isOurs: true, isAwaited: false });
  }

  /**
   * Wait until others have seen it, too: there is no question here meanwhile, but the table does not wait for this
   * device.
   */
  wait(ms: number, end: () => void): OngoingReveal {
    return this.add(ms, { end, isStep: false, isOurs: false, isAwaited: false });
  }

  private add(ms: number, what: Omit<OpenReveal, "timer" | "cancel">): OngoingReveal {
    const timer = Number.isFinite(ms) ? setTimeout(() => this.end(reveal), ms) : undefined;
    const cancel = () => {
      if (this.remove(reveal)) this.rest();
    };
    const reveal: OpenReveal = { ...what, timer, cancel };
    untrack(() => (this.open = [...this.open, reveal]));
    return reveal;
  }

  private remove(reveal: OpenReveal): boolean {
    clearTimeout(reveal.timer);
    const open = untrack(() => this.open);
    if (!open.includes(reveal)) return false;
    this.open = open.filter((one) => one !== reveal);
    this.settle();
    return true;
  }

  /** Make the table, but no question, wait until the returned function is called: the player reads. */
  keep(): () => void {
    let isKept = true;
    this.kept += 1;
    return () => {
      if (isKept) this.kept -= 1;
      isKept = false;
      this.settle();
    };
  }

  /** End the reveals of this device; those that wait for others stay. */
  skip(): void {
    for (const reveal of this.open) if (reveal.isOurs) this.end(reveal);
  }

  /** Note that something which was owed has been seen. */
  seen(): void {
    this.settle();
  }

  /**
   * Announce events of `version`: they may have to be presented before the next question. What they reveal is held
   * until then.
   */
  expect(version: number, unshown: readonly Unshown[] = []): void {
    this.latest = version;
    this.isExpected = true;
    this.held.hold(unshown);
    this.settle();
  }

  /** Note that the pictures of the events up to a key are seen: they are told. What they reveal may still be held. */
  told(key: number): void {
    this.held.tell(key);
  }

  /** Note that the events up to a key were shown, or skipped: a table does where it shows several in a row. */
  shown(key: number): void {
    if (this.held.release(key)) this.expectMore();
  }

  /** Show everything as it is now. */
  catchUp(): void {
    this.shown(Infinity);
  }

  /** Forget the acknowledged version: a new connection has none. */
  renew(version: number): void {
    this.acknowledged = 0;
    this.latest = version;
    this.settle();
  }

  close(): void {
    clearTimeout(this.soon);
    clearInterval(this.still);
    for (const reveal of this.open) reveal.cancel();
    clearTimeout(this.soon);
  }

  private end(reveal: OpenReveal): void {
    if (!this.remove(reveal)) return;
    reveal.end();
    this.rest(); // what it revealed; the next one may have begun
  }

  /** Nothing is open or expected any more: all was shown here. The winners are named when others have seen it, too. */
  private rest(): void {
    if (!untrack(() => this.isOn)) this.shown(untrack(() => this.held.beforeEnd));
  }

  /** Events are told only now: they may begin a reveal, before the next question. */
  private expectMore(): void {
    this.isExpected = true;
    this.settle();
  }

  /** Look in a moment, when the table is drawn, whether there is still something to be seen. */
  private settle(): void {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.look(), 0);
  }

  private look(): void {
    if (this.isExpected) {
      this.isExpected = false; // now that there may be a question, there may be a tip to read
      this.settle();
      return this.rest();
    }
    const isBusy = this.open.some((reveal) => reveal.isAwaited) || this.kept > 0 || this.isOwed();
    if (isBusy) this.still ??= setInterval(() => this.acknowledge(this.acknowledged), REVEAL_KEEPALIVE_MS);
    else {
      clearInterval(this.still);
      this.still = undefined;
      if (this.latest > this.acknowledged) this.acknowledge((this.acknowledged = this.latest));
    }
  }
}
