/** Shows the latest events as sentences on the screen, each for as long as reading takes. */

import { onDestroy, untrack } from "svelte";
import { texts } from "../lang/language.svelte";
import { joined, type Part } from "../lang/speech";
import { isPassing } from "../model/among-bots";
import { factsOf } from "../model/facts";
import type { GameName, Games, Happened, Scene } from "../model/scene";
import type { Reveals } from "../model/reveals.svelte";

const MAX_SENTENCES = 3; // at once: the newest stay where bots play faster than people read
const TICK_MS = 250;

interface Line {
  parts: readonly Part[];
  /** for how long it has still to be read, in milliseconds */
  left: number;
}

type Tell<G extends GameName> = (scene: Scene<G>, events: readonly Games[G]["event"][]) => readonly (readonly Part[])[];

export class NarratedLines<G extends GameName = GameName> {
  lines = $state.raw<readonly Line[]>([]);
  private lastKey: number;
  private seat: number | null;
  private language: string;
  private readonly timer: ReturnType<typeof setInterval>;
  private readonly reading: ReadingPause;

  /** Create it while a component is set up; it ends with it. Earlier events are not narrated. */
  constructor(
    private readonly shown: () => Scene<G>,
    private readonly tell: Tell<G>,
  ) {
    this.lastKey = shown().told.at(-1)?.key ?? 0;
    this.seat = shown().seat;
    this.language = texts().language;
    this.reading = new ReadingPause(() => shown().reveals);
    $effect.pre(() => {
      const { seat, told } = shown();
      const { language } = texts();
      untrack(() => this.follow(seat, told, language));
    });
    this.timer = setInterval(() => this.tick(), TICK_MS);
    onDestroy(() => clearInterval(this.timer));
  }

  /** Return the sentences, oldest first. */
  get sentences(): readonly (readonly Part[])[] {
    return this.lines.map((line) => line.parts);
  }

  private follow(seat: number | null, told: readonly Happened<G>[], language: string): void {
    // Sentences for one player are not for the next one at this device, nor in the language from before.
    if (seat !== this.seat || language !== this.language) this.lines = [];
    [this.seat, this.language] = [seat, language];
    const fresh = told.filter((one) => one.key > this.lastKey);
    this.lastKey = Math.max(this.lastKey, ...fresh.map((one) => one.key));
    const events = fresh.map((one) => one.event);
    const narrated = this.tell(this.shown(), events);
    if (narrated.length === 0) return;
    const lines = narrated.map((parts) => ({ parts, left: Infinity }));
    const unread = [...this.lines.filter((line) => line.left > 0), ...lines];
    this.lines = this.inOrder(unread.filter((line, at) => !isSame(line, unread[at + 1])).slice(-MAX_SENTENCES));
    // Lines about bots stay for as long as reading takes, while the next bot moves.
    const read = events.filter((event) => this.tell(this.shown(), [event]).length > 0);
    const isAwaited = read.some((event) => isOthers(event, seat)) && !isPassing(this.shown(), read);
    if (isAwaited) this.reading.begin(this.shown().reveals.stretch(readingTime(narrated.map(joined).join(" "))));
  }

  /** Give every line its time: they are read one after the other, at the pace of this device. */
  private inOrder(lines: readonly Line[]): Line[] {
    const { reveals } = this.shown();
    let before = 0;
    return lines.map((line) => {
      before = Math.min(line.left, before + reveals.stretch(readingTime(joined(line.parts))));
      return { ...line, left: before };
    });
  }

  /** Read on. In a memory game nothing stays once it is read: looking back would be remembering. */
  private tick(): void {
    if (document.visibilityState !== "visible" || this.lines.every((line) => line.left <= 0)) return;
    const older = this.lines.map((line) => ({ ...line, left: line.left - TICK_MS }));
    this.lines = factsOf(this.shown().game).is_memory ? older.filter((line) => line.left > 0) : older;
  }
}

/** Tell whether two lines say the same: it stands on the screen once. */
function isSame(line: Line, next: Line | undefined): boolean {
  return next !== undefined && joined(line.parts) === joined(next.parts);
}

/** Tell whether another player did it: the own actions are known. */
export function isOthers(event: object, seat: number | null): boolean {
  return !("seat" in event) || event.seat !== seat;
}

/** Makes the table, but no question, wait while the player reads about other players' moves; a tap or a key ends it. */
const TAPS = ["pointerdown", "keydown"] as const;
const AWAITED_SHARE = 0.7; // of the time that a line stays: 240 words a minute

export class ReadingPause {
  private letGo: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly end = (): void => this.stop();

  /** To be made while a component is set up; it ends with it. */
  constructor(private readonly reveals: () => Reveals) {
    for (const tap of TAPS) window.addEventListener(tap, this.end);
    onDestroy(() => {
      for (const tap of TAPS) window.removeEventListener(tap, this.end);
      this.stop();
    });
  }

  /** Read, from now on, a text for which a slow reader takes so many milliseconds. */
  begin(ms: number): void {
    this.letGo ??= this.reveals().keep();
    clearTimeout(this.timer);
    this.timer = setTimeout(this.end, AWAITED_SHARE * ms);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.letGo?.();
    this.letGo = undefined;
  }
}

const NOTICE_MS = 1_000; // before reading begins
const WORD_MS = 350;

/** Return for how long a text is to be read, in milliseconds. */
export function readingTime(text: string): number {
  return NOTICE_MS + WORD_MS * text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
