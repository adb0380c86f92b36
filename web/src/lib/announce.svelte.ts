/**
 * Lets a screen reader speak: news, and then what is asked, in one polite text. What comes faster than it can be spoken
 * is shortened: the older and less important goes, the question never, though it may be asked in fewer words. Nothing
 * stays longer than a peek does: nobody can read back what is to be remembered. Where the table goes more slowly, so
 * does the voice.
 */

import { tempo } from "./pace";

export interface News {
  text: string;
  /** the same in the fewest words, for those who are far behind */
  short?: string | undefined;
  /** the heavier, the later it is left out */
  weight: number;
  /** the table shows it only for a moment: it is said now or never */
  isBrief?: boolean;
  /** only this player was shown it, until the player has seen it */
  isPrivate?: boolean;
}

export const announcement = $state({ text: "" });

/** Weights of news: what everybody saw, what is about this player, what this player alone was shown. */
export const COMMON = 1;
export const ABOUT_YOU = 2;
export const FOR_YOU = 3; // which waits for nothing, as a question does

/** Words in a second; with all that may be left to hear at the end, no minute has more than 180. */
const RATE = 2.1;
const MOST = 24; // words of a text
const BEFORE_QUESTION = 15; // of which are news, if somebody is asked
const BEHIND = 20; // words still to be heard, with which nobody listens to a whole question any more
const BRIEF = 1_200; // milliseconds
const GATHER = 150; // milliseconds: what comes together is said together
const STAYS = 2_500; // by then a screen reader has it

/** How many times slower than usual this device shows things, and says them; never faster. */
const slowness = () => Math.max(1, tempo.stretch(1));

let news: readonly (News & { since: number })[] = [];
let question = "";
let call = "";
let asked = ""; // the question that is said now
let rested = ""; // the one that was said before something was shown
let isPrivate = false; // what is said now
let spokenUntil = 0;
let saying: ReturnType<typeof setTimeout> | undefined;
let clearing: ReturnType<typeof setTimeout> | undefined;

/** Announce something that stands alone. */
export function announce(text: string): void {
  tell([{ text, weight: FOR_YOU }]);
}

/** Announce what happened. */
export function tell(more: readonly News[]): void {
  const since = performance.now();
  news = [...news, ...more.filter(({ text }) => text !== "").map((one) => ({ ...one, since }))];
  plan();
}

/**
 * Announce what is asked, after the news; it does not wait for what is still being said. Empty: nothing is asked.
 * Whoever answers before anything can be heard is called by the short form.
 */
export function ask(text: string, short = text): void {
  if (text !== "" && text === rested) return; // it was heard: only the show is over
  rested = "";
  question = text;
  call = short;
  if (asked !== "") announcement.text = ""; // that is over: the value of a window must not be read back, for instance
  asked = "";
  plan();
}

/** Let a question rest while something is shown: the same once more, afterwards, is not said again. */
export function rest(): void {
  const before = asked || rested;
  ask("");
  rested = before;
}

/** Leave nothing of what only this player was shown: it was seen, and is to be remembered. */
export function forgetPrivate(): void {
  news = news.filter((one) => !one.isPrivate);
  if (isPrivate) announcement.text = "";
}

/** Say nothing more of all this: the device changes hands, or one has left the table. */
export function hush(): void {
  [saying, clearing].forEach(clearTimeout);
  [saying, clearing] = [undefined, undefined];
  news = [];
  [question, rested] = ["", ""];
  spokenUntil = 0;
  announcement.text = "";
}

export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const isUrgent = () => question !== "" || news.some(({ weight }) => weight >= FOR_YOU);

function plan(): void {
  clearTimeout(saying);
  saying = undefined;
  if (news.length === 0 && question === "") return;
  const busy = isUrgent() ? 0 : spokenUntil - performance.now();
  saying = setTimeout(speak, Math.max(GATHER, busy));
}

function speak(): void {
  const now = performance.now();
  // What waits for nothing leaves the less room for the rest, the more is still to be heard.
  const rate = RATE / slowness();
  const owed = Math.max(0, ((spokenUntil - now) / 1000) * rate);
  const isBehind = owed > BEHIND;
  if (question !== "" && isBehind) question = call;
  const room = question === "" ? MOST : Math.min(BEFORE_QUESTION, MOST - wordsIn(question));
  const fresh = news
    .filter(({ isBrief, since }) => !isBrief || now - since <= BRIEF * slowness())
    .map((one) => (isBehind && one.short ? { ...one, text: one.short } : one));
  const told = shortened(fresh, room - owed);
  const text = [...told.map((one) => one.text), question].filter(Boolean).join(" ");
  isPrivate = told.some((one) => one.isPrivate);
  asked = question;
  news = [];
  question = "";
  if (text === "") return;
  // The same once more is read out only if it is another text.
  announcement.text = text === announcement.text ? `${text}\u00a0` : text;
  spokenUntil = Math.max(now, spokenUntil) + (wordsIn(text) / rate) * 1000;
  clearTimeout(clearing);
  clearing = setTimeout(() => (announcement.text = ""), STAYS * slowness());
}

/** The heaviest and newest for which there is room, in their order. */
function shortened(all: readonly News[], room: number): News[] {
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
