/**
 * Keeps a tap or a key that was meant for one question from answering the next question.
 *
 * A question is new for a moment, and takes no answer during that time. A press counts only for the question that was
 * open when the press began. Two answers are taken at once: the first throw of a race, and a tap on an element that
 * the player's last move has left unchanged, such as the second of two cards to look at.
 */

import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";

import { ACTS } from "../lib/keys";
import { NEW_QUESTION_MS } from "../lib/question-delay.svelte";
import { isThrow } from "../model/facts";
import type { LiveTable } from "../live/table.svelte";

export type GuardedTable = Pick<LiveTable, "game" | "view" | "mine" | "seat" | "curtain" | "legal" | "sentBy">;

const CLICK_FOLLOWS = 1_000; // milliseconds at most after a finger has left a slow phone

/** What one seat of this device was asked last. */
interface Asked {
  /** empty while it is asked nothing */
  question: string;
  /** whether an answer may be a throw */
  isRace: boolean;
  /** how many questions it has had */
  count: number;
  /** whether a move of it is on its way */
  isSent: boolean;
  /** when it was asked something or had sent something last */
  busyAt: number;
  /** whether it had nothing to answer for a while before: a tap cannot be meant for anything else */
  isRested: boolean;
  /** whether its own move led to the question, with no other player's move between */
  isOwn: boolean;
}

interface Press {
  on: Element | null;
  counts: ReadonlyMap<number, number>;
  /** what could be tapped then, and where */
  there: ReadonlyMap<Element, Target>;
}

/** Something that can be tapped. */
interface Target {
  /** what a tap on it does */
  does: string;
  box: DOMRect;
}

const NOTHING: Asked = {
  question: "",
  isRace: false,
  count: 0,
  isSent: false,
  busyAt: -Infinity,
  isRested: true,
  isOwn: false,
};

export class AnswerGuard {
  /** the seats whose question is new */
  private fresh = $state.raw<ReadonlySet<number>>(new Set());
  private readonly asked = new Map<number, Asked>();
  private pointer: Press | null = null;
  private key: Press | null = null;
  /** the press of the last answer that was taken */
  private last: Press | null = null;

  /** To be made while a component is set up. */
  constructor(private readonly table: () => GuardedTable) {
    $effect.pre(() => {
      const { mine, curtain } = table();
      for (const seat of mine) {
        const legal: readonly string[] = curtain === null ? table().legal(seat) : [];
        const isSent = table().sentBy(seat) !== null;
        const isActive = curtain === null && table().view.to_act.includes(seat);
        untrack(() => this.follow(seat, legal, isSent, isActive));
      }
    });
  }

  /** Whether a question is new, and waits before it takes an answer. */
  get isOn(): boolean {
    return this.fresh.size > 0;
  }

  /** Tell whether an element may be used now; what answers no question always may. */
  takes(element: Element): boolean {
    const acts = element.closest<HTMLElement>(ACTS);
    if (acts === null || !this.isOn) return true;
    const seat = this.seatAt(acts);
    if (!isThrow(this.table().game, acts.dataset.action ?? "")) return false;
    return !this.fresh.has(seat) || this.asked.get(seat)!.isRested;
  }

  /** Watch the part of the page where questions are answered. */
  readonly watch: Attachment<HTMLElement> = (main) => {
    const over = new AbortController();
    const how = { capture: true, signal: over.signal };
    main.addEventListener("pointerdown", ({ target }) => (this.pointer = this.pressOn(target)), how);
    main.addEventListener("keydown", ({ repeat, target }) => repeat || (this.key = this.pressOn(target)), how);
    main.addEventListener("click", (event) => this.click(event), how);
    // A press may end anywhere: what it began on is perhaps gone.
    addEventListener("pointerup", () => this.release(CLICK_FOLLOWS), how);
    addEventListener("pointercancel", () => this.release(0), how);
    addEventListener("keyup", () => this.release(0), how);
    addEventListener("blur", () => this.release(0), { signal: over.signal }); // of the window alone
    return () => over.abort();
  };

  private follow(seat: number, legal: readonly string[], isSent: boolean, isActive: boolean): void {
    const now = performance.now();
    const before = this.asked.get(seat) ?? NOTHING;
    // While the table shows another player's move, it asks nothing; the question stays, except in a race.
    const isHidden = legal.length === 0 && isActive && !isSent && !before.isRace;
    const question = isHidden ? before.question : legal.join();
    const isRace = legal.some((action) => isThrow(this.table().game, action));
    const busyAt = before.question !== "" || before.isSent ? now : before.busyAt;
    // The answer to a move may come a moment before the question that follows: the table shows the move first.
    const isStill = isActive && (question === before.question || before.question === "");
    const isOwn = isSent || (before.isOwn && isStill);
    const next = { ...before, question, isRace, isSent, busyAt, isOwn };
    this.asked.set(seat, next);
    if (question === before.question) return;
    next.count += 1;
    next.isRested = now - busyAt >= NEW_QUESTION_MS;
    this.mark(seat, question !== "");
    setTimeout(() => this.asked.get(seat)!.count === next.count && this.mark(seat, false), NEW_QUESTION_MS);
  }

  private mark(seat: number, isNew: boolean): void {
    const others = [...this.fresh].filter((one) => one !== seat);
    this.fresh = new Set(isNew ? [...others, seat] : others);
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
    const press = event.detail === 0 ? this.key : this.pointer; // of a key, or of assistive technology: no pointer
    const isTaken = (this.takes(acts) && this.isCurrent(press, acts)) || this.isUnchanged(acts);
    if (isTaken) this.last = press;
    else {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Tell whether a press began at the question that its click would answer; true where there was no press. */
  private isCurrent(press: Press | null, acts: HTMLElement): boolean {
    const seats = isThrow(this.table().game, acts.dataset.action ?? "") ? [this.seatAt(acts)] : this.table().mine;
    return press === null || seats.every((seat) => press.counts.get(seat) === this.asked.get(seat)?.count);
  }

  /** Tell whether only the player's last move came between, made at another element, and left this one unchanged. */
  private isUnchanged(acts: HTMLElement): boolean {
    const { last } = this;
    if (last === null || last.on === acts) return false;
    const isOwn = this.table().mine.every((seat) => {
      const asked = this.asked.get(seat);
      return asked?.isOwn || asked?.count === last.counts.get(seat);
    });
    const before = last.there.get(acts);
    return isOwn && before !== undefined && isSame(before, targetOf(acts));
  }

  /** Return whose question an element answers: in a race several at one device may throw. */
  private seatAt(acts: HTMLElement): number {
    const { mine, seat } = this.table();
    const actor = Number(acts.closest<HTMLElement>("[data-actor]")?.dataset.actor ?? NaN);
    return mine.includes(actor) ? actor : (seat ?? mine[0]!);
  }

  private pressOn(target: EventTarget | null): Press {
    return {
      on: target instanceof Element ? target.closest(ACTS) : null,
      counts: new Map([...this.asked].map(([seat, { count }]) => [seat, count])),
      there: new Map([...document.querySelectorAll<HTMLElement>(ACTS)].map((one) => [one, targetOf(one)])),
    };
  }
}

function targetOf(element: HTMLElement): Target {
  const { action, pick, card } = element.dataset;
  return { does: [action, pick, card, element.ariaDisabled].join(), box: element.getBoundingClientRect() };
}

/** Tell whether a tap does the same at the same place; a card that rises under the mouse is still there. */
function isSame({ does, box }: Target, now: Target): boolean {
  const isNear = Math.abs(now.box.x - box.x) <= box.width / 4 && Math.abs(now.box.y - box.y) <= box.height / 4;
  return now.does === does && isNear;
}
