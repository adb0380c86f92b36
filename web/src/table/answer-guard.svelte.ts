/**
 * Keeps a tap or a key that was meant for one question from answering the next question.
 *
 * A question is new for a moment, and takes no answer during that time. A press counts only for the question that was
 * open when the press began. Two answers are taken at once: the first throw of a race, and a tap on an element that
 * the player's last move has left unchanged, such as the second of two cards to look at. Where the player's own move
 * opened the race, a tap on the same place is taken for a slow second tap, and not for a throw.
 */

import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";

import { ACTS, CLICK_DELAY_MS, NEW_QUESTION_MS } from "../lib/taps";
import { isThrow } from "../model/facts";
import type { LiveTable } from "../live/table.svelte";

const SLOW_SECOND_TAP_MS = 1_200;

export type GuardedTable = Pick<LiveTable, "game" | "newest" | "mine" | "seat" | "curtain" | "legal" | "sentBy">;

/** The question of one seat of this device. */
interface Question {
  /** its legal actions; empty while the seat has no question */
  actions: string;
  /** whether an answer may be a throw */
  isRace: boolean;
  /** the number of questions that the seat has had */
  count: number;
  /** whether an action of the seat is pending */
  isSent: boolean;
  /** the last time at which the seat had a question or a pending action */
  busyAt: number;
  /** whether the seat was idle for a while before: a tap cannot be meant for an earlier question */
  isRested: boolean;
  /** whether the seat's own action led to the question, with no other player's action between */
  isOwn: boolean;
}

const NO_QUESTION: Question = {
  actions: "",
  isRace: false,
  count: 0,
  isSent: false,
  busyAt: -Infinity,
  isRested: true,
  isOwn: false,
};

/** The questions that were open when a press began: the count of each seat. */
type Press = ReadonlyMap<number, number>;

/** An accepted answer, and the page as it was before the answer had any effect. */
interface Answer {
  on: Element;
  at: number;
  isThrow: boolean;
  press: Press;
  targets: ReadonlyMap<Element, Target>;
}

/** An element that can be tapped: its action, and its place. */
interface Target {
  action: string;
  box: DOMRect;
}

export class AnswerGuard {
  /** the seats that have a new question */
  private fresh = $state.raw<ReadonlySet<number>>(new Set());
  private readonly questions = new Map<number, Question>();
  private pointer: Press | null = null;
  private key: Press | null = null;
  private answer: Answer | null = null;

  /** Create it while a component is set up. */
  constructor(private readonly table: () => GuardedTable) {
    $effect.pre(() => {
      const { mine, curtain } = table();
      for (const seat of mine) {
        const legal: readonly string[] = curtain === null ? table().legal(seat) : [];
        const isSent = table().sentBy(seat) !== null;
        const isActive = curtain === null && table().newest.to_act.includes(seat);
        untrack(() => this.follow(seat, legal, isSent, isActive));
      }
    });
  }

  /** Whether a question is new, and takes no answer yet. */
  get isOn(): boolean {
    return this.fresh.size > 0;
  }

  /** Tell whether `element` may be used now; always true for an element that answers no question. */
  takes(element: Element): boolean {
    const acts = element.closest<HTMLElement>(ACTS);
    if (acts === null || !this.isOn) return true;
    const seat = this.seatAt(acts);
    if (!this.isThrow(acts)) return false;
    return !this.fresh.has(seat) || this.questions.get(seat)!.isRested;
  }

  /** Watch the part of the page where questions are answered. */
  readonly watch: Attachment<HTMLElement> = (main) => {
    const over = new AbortController();
    const how = { capture: true, signal: over.signal };
    main.addEventListener("pointerdown", () => (this.pointer = this.press()), how);
    main.addEventListener("keydown", ({ repeat }) => repeat || (this.key = this.press()), how);
    main.addEventListener("click", (event) => this.click(event), how);
    // A press may end anywhere: its element may be gone.
    addEventListener("pointerup", () => this.release(CLICK_DELAY_MS), how);
    addEventListener("pointercancel", () => this.release(0), how);
    addEventListener("keyup", () => this.release(0), how);
    addEventListener("blur", () => this.release(0), { signal: over.signal }); // of the window only
    return () => over.abort();
  };

  private follow(seat: number, legal: readonly string[], isSent: boolean, isActive: boolean): void {
    const now = performance.now();
    const before = this.questions.get(seat) ?? NO_QUESTION;
    // A reveal of another player's action hides the question but does not end it, except in a race.
    const isHidden = legal.length === 0 && isActive && !isSent && !before.isRace;
    const actions = isHidden ? before.actions : legal.join();
    const isRace = legal.some((action) => isThrow(this.table().game, action));
    const busyAt = before.actions !== "" || before.isSent ? now : before.busyAt;
    // The server may acknowledge an action a moment before the question that follows: the table reveals it first.
    const isStill = isActive && (actions === before.actions || before.actions === "");
    const isOwn = isSent || (before.isOwn && isStill);
    const next = { ...before, actions, isRace, isSent, busyAt, isOwn };
    this.questions.set(seat, next);
    if (actions === before.actions) return;
    next.count += 1;
    next.isRested = now - busyAt >= NEW_QUESTION_MS;
    this.mark(seat, actions !== "");
    setTimeout(() => this.questions.get(seat)!.count === next.count && this.mark(seat, false), NEW_QUESTION_MS);
  }

  private mark(seat: number, isNew: boolean): void {
    const others = [...this.fresh].filter((one) => one !== seat);
    this.fresh = new Set(isNew ? [...others, seat] : others);
  }

  /** Return the questions that are open at the beginning of a press. */
  private press(): Press {
    return new Map([...this.questions].map(([seat, { count }]) => [seat, count]));
  }

  /** Forget a press that is over, after the click that may follow. */
  private release(after: number): void {
    const { pointer, key } = this;
    setTimeout(() => {
      if (this.pointer === pointer) this.pointer = null;
      if (this.key === key) this.key = null;
    }, after);
  }

  private click(event: MouseEvent): void {
    const acts = event.target instanceof Element ? event.target.closest<HTMLElement>(ACTS) : null;
    if (acts === null) return;
    const press = event.detail === 0 ? this.key : this.pointer; // 0: by a key or assistive technology
    const isMeant = (this.takes(acts) && this.isCurrent(press, acts)) || this.isUnchanged(acts);
    if (isMeant && !this.isSlowSecondTap(acts)) {
      const isThrow = this.isThrow(acts);
      this.answer = press && { on: acts, at: performance.now(), isThrow, press, targets: targetsOnPage() };
    } else {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Tell whether a throw would be the second tap on the place of a move that opened the race. */
  private isSlowSecondTap(acts: HTMLElement): boolean {
    const { answer } = this;
    if (!answer || answer.isThrow || !this.isThrow(acts)) return false;
    const isSoon = performance.now() - answer.at < SLOW_SECOND_TAP_MS && this.questions.get(this.seatAt(acts))?.isOwn;
    return !!isSoon && isAtPlaceOf(answer.targets.get(answer.on), targetOf(acts));
  }

  private isThrow(acts: HTMLElement): boolean {
    return isThrow(this.table().game, acts.dataset.action ?? "");
  }

  /** Tell whether a press began at the question that its click would answer; true for a click without a press. */
  private isCurrent(press: Press | null, acts: HTMLElement): boolean {
    const seats = this.isThrow(acts) ? [this.seatAt(acts)] : this.table().mine;
    return press === null || seats.every((seat) => press.get(seat) === this.questions.get(seat)?.count);
  }

  /** Tell whether all that came since the last answer is its own effect, which left `acts` unchanged. */
  private isUnchanged(acts: HTMLElement): boolean {
    const { answer } = this;
    const before = answer?.targets.get(acts);
    if (!answer || !before || answer.on === acts) return false;
    const isOwnEffect = this.table().mine.every((seat) => {
      const question = this.questions.get(seat);
      return question?.isOwn || question?.count === answer.press.get(seat);
    });
    return isOwnEffect && isSame(before, targetOf(acts));
  }

  /** Return the seat that `acts` answers for: in a race several seats of one device may throw. */
  private seatAt(acts: HTMLElement): number {
    const { mine, seat } = this.table();
    const actor = Number(acts.closest<HTMLElement>("[data-actor]")?.dataset.actor ?? NaN);
    return mine.includes(actor) ? actor : (seat ?? mine[0]!);
  }
}

function targetsOnPage(): ReadonlyMap<Element, Target> {
  return new Map([...document.querySelectorAll<HTMLElement>(ACTS)].map((one) => [one, targetOf(one)]));
}

function targetOf(element: HTMLElement): Target {
  const { action, pick, card } = element.dataset;
  return { action: [action, pick, card, element.ariaDisabled].join(), box: element.getBoundingClientRect() };
}

/** Tell whether a target has its action and its place. */
function isSame(before: Target, now: Target): boolean {
  return now.action === before.action && isAtPlaceOf(before, now);
}

/** Tell whether a target is where another one was; a card that rises under the mouse has not moved. */
function isAtPlaceOf(before: Target | undefined, now: Target): boolean {
  if (!before) return false;
  const { x, y, width, height } = before.box;
  return Math.abs(now.box.x - x) <= width / 4 && Math.abs(now.box.y - y) <= height / 4;
}
