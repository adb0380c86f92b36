/**
 * Schedules the announcements of a screen reader: events, then the question, in one polite live region.
 *
 * When events outpace speech, older and lighter events are skipped and the question is shortened, never dropped. No
 * text stays longer than a revealed card does, so that a player cannot read back a card that is to be remembered.
 */

import { tempo } from "../lib/pace";

export interface Announcement {
  text: string;
  /** the same in the fewest words, used when speech is far behind */
  short?: string | undefined;
  /** the heavier, the later it is skipped */
  weight: number;
  /** visible at the table for a moment only: announced at once or not at all */
  isBrief?: boolean;
  /** shown to this player only, until the player has seen it */
  isPrivate?: boolean;
}

/** The text of the page's live region. */
export const liveRegion = $state({ text: "" });

/** Weights: events that all players saw, that concern this player, that only this player was shown. */
export const COMMON = 1;
export const ABOUT_YOU = 2;
export const FOR_YOU = 3; // announced without waiting, like a question

const WORDS_PER_SECOND = 2.1; // with the backlog at the end, no minute has more than 180 words
const MAX_WORDS = 24;
const MAX_WORDS_BEFORE_QUESTION = 15;
const MAX_BACKLOG_WORDS = 20; // beyond, questions and events take their short form
const BRIEF_MS = 1_200;
const COLLECT_MS = 150; // announcements that arrive together are joined
const CLEAR_AFTER_MS = 2_500; // by then a screen reader has read the region

/** Return how many times slower than usual this device presents events; never less than 1. */
const slowness = () => Math.max(1, tempo.stretch(1));

/** Count the words of a text, as speech has them. */
export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

class Announcer {
  #queue: readonly (Announcement & { since: number })[] = [];
  #question = "";
  #shortQuestion = "";
  /** the question that the region has now */
  #asked = "";
  /** the question that the region had before a reveal began */
  #rested = "";
  /** whether the region has something that only this player was shown */
  #isPrivate = false;
  #spokenUntil = 0;
  #speaking: ReturnType<typeof setTimeout> | undefined;
  #clearing: ReturnType<typeof setTimeout> | undefined;

  /** Announce a text that stands alone. During a reveal the question is announced again after it. */
  announce(text: string): void {
    this.#rested = "";
    this.tell([{ text, weight: FOR_YOU }]);
  }

  /** Announce events. */
  tell(more: readonly Announcement[]): void {
    const since = performance.now();
    this.#queue = [...this.#queue, ...more.filter(({ text }) => text !== "").map((one) => ({ ...one, since }))];
    this.#plan();
  }

  /** Announce the question after the events, without waiting for the backlog. An empty text withdraws the question. */
  ask(text: string, short = text): void {
    if (text !== "" && text === this.#rested) return; // announced before the reveal
    this.#rested = "";
    this.#question = text;
    this.#shortQuestion = short;
    if (this.#asked !== "") liveRegion.text = ""; // no answered question stays: it may name a card to remember
    this.#asked = "";
    this.#plan();
  }

  /** Suspend the question during a reveal: the same question afterwards is not announced again. */
  rest(): void {
    const before = this.#asked || this.#rested;
    this.ask("");
    this.#rested = before;
  }

  /** Drop everything that only this player was shown. */
  forgetPrivate(): void {
    this.#queue = this.#queue.filter((one) => !one.isPrivate);
    if (this.#isPrivate) liveRegion.text = "";
  }

  /** Drop everything: the device changes hands, or the player has left the table. */
  hush(): void {
    [this.#speaking, this.#clearing].forEach(clearTimeout);
    [this.#speaking, this.#clearing] = [undefined, undefined];
    this.#queue = [];
    [this.#question, this.#rested] = ["", ""];
    this.#spokenUntil = 0;
    liveRegion.text = "";
  }

  #plan(): void {
    clearTimeout(this.#speaking);
    this.#speaking = undefined;
    if (this.#queue.length === 0 && this.#question === "") return;
    const isUrgent = this.#question !== "" || this.#queue.some(({ weight }) => weight >= FOR_YOU);
    const busy = isUrgent ? 0 : this.#spokenUntil - performance.now();
    this.#speaking = setTimeout(() => this.#speak(), Math.max(COLLECT_MS, busy));
  }

  #speak(): void {
    const now = performance.now();
    const rate = WORDS_PER_SECOND / slowness();
    const backlog = Math.max(0, ((this.#spokenUntil - now) / 1000) * rate);
    const isBehind = backlog > MAX_BACKLOG_WORDS;
    const question = this.#question !== "" && isBehind ? this.#shortQuestion : this.#question;
    const room = question === "" ? MAX_WORDS : Math.min(MAX_WORDS_BEFORE_QUESTION, MAX_WORDS - wordsIn(question));
    const fresh = this.#queue
      .filter(({ isBrief, since }) => !isBrief || now - since <= BRIEF_MS * slowness())
      .map((one) => (isBehind && one.short ? { ...one, text: one.short } : one));
    const spoken = withinRoom(fresh, room - backlog);
    const text = [...spoken.map((one) => one.text), question].filter(Boolean).join(" ");
    this.#isPrivate = spoken.some((one) => one.isPrivate);
    this.#asked = question;
    this.#queue = [];
    this.#question = "";
    if (text === "") return;
    // A screen reader reads the region only when its text changes.
    liveRegion.text = text === liveRegion.text ? `${text}\u00a0` : text;
    this.#spokenUntil = Math.max(now, this.#spokenUntil) + (wordsIn(text) / rate) * 1000;
    clearTimeout(this.#clearing);
    this.#clearing = setTimeout(() => (liveRegion.text = ""), CLEAR_AFTER_MS * slowness());
  }
}

/** Return the heaviest and newest announcements for which there is room, in their order. */
function withinRoom(all: readonly Announcement[], room: number): Announcement[] {
  let left = room;
  const byWorth = all.map((one, at) => ({ ...one, at })).sort((a, b) => b.weight - a.weight || b.at - a.at);
  const kept = byWorth.filter(({ text, weight }, nth) => {
    const words = wordsIn(text);
    if (words > left && weight < FOR_YOU && !(nth === 0 && words < 2 * left)) return false;
    left -= words;
    return true;
  });
  return kept.sort((a, b) => a.at - b.at);
}

export const announcer = new Announcer();
