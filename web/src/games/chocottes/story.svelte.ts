/** Shows events of the table by movements. It follows the events, and has no rules. */

import { onDestroy, tick, untrack } from "svelte";

import { lasting } from "../../lib/motion";
import type { OngoingReveal } from "../../model/reveals.svelte";
import type { Scene } from "../../model/scene";
import type { ChocottesCard, ChocottesEvent, ChocottesView } from "../../protocol";
import { COUNTED, type Ending, endingOf, parted, STEP_MS, TILE } from "./parts/ending";
import { type Mark, marksOf, TimedMarks } from "./parts/marks.svelte";
import {
  DISCARD,
  type Flight,
  type Ids,
  PILE,
  type Step,
  cardAt,
  follow,
  idAt,
  sized,
  sizesBefore,
} from "./parts/rows";
import { Animator } from "./parts/animator";
import { RevealTiming } from "./parts/reveals.svelte";

const MARK_MS = 3_500; // a mark on a card, as long as reading the sentence about it takes
const ROUND_END_MS = 8_000; // unless all players go on before

/** The totals after so many rounds. */
export interface Totals {
  rounds: number;
  totals: readonly number[];
}

/** The effect of some events. */
interface Traced {
  ids: Ids;
  flights: Flight[];
  /** the two cards that were shuffled */
  mixed: string[];
  /** the cards that were thrown in vain */
  thrown: number[];
  glimpsed: { id: number; card: ChocottesCard }[];
}

export class Story {
  ids = $state.raw<Ids>([]);
  /** the round that is over: it lies open until all players have seen it; only then the next one is dealt */
  ending = $state.raw<Ending | null>(null);
  /** how far it is counted: `SUMS`, `TILE`, then the totals */
  counted = $state(0);
  /** whether this player has seen it, and others still look */
  isWaiting = $state(false);
  /** the time at which this device goes on by itself; null: only by a tap */
  goesOnAt = $state.raw<number | null>(null);
  series = $state.raw<readonly Totals[]>([]);
  readonly animator = new Animator();
  private readonly waits: RevealTiming;
  /** wrong throws: all see the card (C11), until the next question */
  readonly wrong = new TimedMarks<ChocottesCard>();
  /** the last actions on cards: looked at, exchanged, given (C11, C14, C15, C17, C18) */
  readonly marks = new TimedMarks<Mark>(() => this.stretch(MARK_MS));
  cloud: HTMLElement | undefined = $state();
  frame: HTMLElement | undefined = $state();

  private lastKey = -1;
  private round: number | null = null;
  /** the events since the end of the round that lies open */
  private later: readonly ChocottesEvent[] = [];
  private endKey = 0;
  /** of the event with the tile, if there is one */
  private tileKey = 0;
  private counting: ReturnType<typeof setInterval> | undefined;
  private showing: OngoingReveal | undefined;
  private openUntil = 0;

  /** To be made while a component is set up; it ends with that component. */
  constructor(private readonly shown: () => Scene<"chocottes">) {
    this.waits = new RevealTiming(shown);
    shown().past?.forEach((view) => this.count(view));
    $effect.pre(() => {
      const { happened, view } = shown();
      const fresh = happened.filter((one) => one.key > this.lastKey);
      this.lastKey = happened.at(-1)?.key ?? this.lastKey;
      untrack(() => this.listen(fresh, view));
    });
    $effect.pre(() => {
      if (this.isWaiting && this.isSeenByOthers) untrack(() => this.closeEnding());
    });
    onDestroy(() => {
      clearInterval(this.counting);
      this.showing?.cancel();
      this.waits.close();
      this.wrong.close();
      this.marks.close();
    });
  }

  private stretch(ms: number): number {
    return this.shown().reveals.stretch(ms);
  }

  get glimpses() {
    return this.waits.glimpses;
  }

  /** Stop at the end of a round: the next one is dealt when this one was seen. */
  private listen(fresh: Scene<"chocottes">["happened"], view: ChocottesView): void {
    const events = fresh.map((one) => one.event);
    const { isReplay = false, newest } = this.shown();
    const isLeft = isReplay || (newest.phase !== "look" && newest.phase !== "over");
    if (this.ending && isLeft) this.closeEnding();
    const ending = this.round === null && !isReplay ? null : endingOf(events, newest);
    if (this.ending) this.later = [...this.later, ...events];
    else if (ending) {
      this.endKey = fresh.find(({ event }) => event.type === "RoundEnded")!.key;
      this.tileKey = fresh.find(({ event }) => event.type === "TileDrawn")?.key ?? 0;
      this.end(ending, events, view);
    } else {
      this.follow(events, view);
      this.count(view);
    }
  }

  private end(ending: Ending, events: readonly ChocottesEvent[], view: ChocottesView): void {
    const [before, after] = parted(events);
    this.follow(before, { ...view, round: ending.round, row_sizes: ending.rows.map((row) => row.length) });
    this.later = after;
    this.ending = ending;
    this.showing?.cancel();
    this.countUp();
    this.openUntil = performance.now() + ROUND_END_MS;
    const { isReplay, reveals } = this.shown();
    if (isReplay) return;
    this.showing = reveals.begin(ROUND_END_MS, () => this.goOn());
    this.goesOnAt = reveals.isStepwise ? null : performance.now() + this.stretch(ROUND_END_MS);
  }

  /** Go on to the next round when all players do: until then it stays for all. */
  goOn(): void {
    if (!this.ending || this.isWaiting) return;
    this.showing?.cancel();
    const left = this.openUntil - performance.now();
    if (this.ending.isLast || this.isSeenByOthers || left <= 0) return this.closeEnding();
    this.countUp(COUNTED);
    this.isWaiting = true;
    this.goesOnAt = this.openUntil;
    this.showing = this.shown().reveals.wait(left, () => this.closeEnding());
  }

  /** Count the round on the table, step by step: the totals come last. */
  private countUp(to = this.shown().isReplay || lasting(1) === 0 ? COUNTED : 0): void {
    clearInterval(this.counting);
    this.counted = to;
    if (to >= TILE) this.shown().reveals.told(this.tileKey);
    if (to < COUNTED) this.counting = setInterval(() => this.countUp(to + 1), this.stretch(STEP_MS));
    else {
      this.shown().reveals.shown(this.endKey);
      this.count(this.shown().view);
    }
  }

  private get isSeenByOthers(): boolean {
    return (this.shown().looking ?? []).length === 0;
  }

  private closeEnding(): void {
    if (!this.ending) return;
    this.showing?.cancel();
    const isLast = this.ending.isLast;
    this.countUp(COUNTED);
    this.ending = null;
    this.isWaiting = false;
    if (!isLast) this.follow(this.later, this.shown().view);
    this.later = [];
  }

  private follow(events: readonly ChocottesEvent[], view: ChocottesView): void {
    const isNew = this.round === null;
    const isStill = isNew && this.shown().isReplay;
    const isNewRound = view.round !== this.round;
    this.animator.remember();
    const traced = this.trace(isNew ? sized([], sizesBefore(view.row_sizes, events)) : this.ids, events, isNew);
    const isCut = !isNew && isNewRound && !events.some((event) => event.type === "RoundBegan");
    this.ids = sized(isCut ? [] : traced.ids, view.row_sizes);
    const flights = isNewRound ? this.dealt(view) : traced.flights;
    this.round = view.round;
    if (!isNew) this.waits.follow(events, () => traced.thrown.forEach((id) => this.wrong.forget(id)));
    if (isStill) return;
    if (events.some(isGlimpse)) this.waits.look(traced.glimpsed);
    void tick().then(() => {
      this.animator.fly(flights);
      if (!isNew) traced.thrown.forEach((id) => this.animator.bounce(cardAt(id), DISCARD));
      const [first, second] = traced.mixed;
      if (first && second && !isNew) this.animator.mix(first, second, this.cloud, this.frame);
    });
  }

  /** Follow the cards through `events`, and mark the visible changes for a moment. */
  private trace(ids: Ids, events: readonly ChocottesEvent[], isNew: boolean): Traced {
    const traced: Traced = { ids, flights: [], mixed: [], thrown: [], glimpsed: [] };
    events.forEach((event, at) => {
      const step = follow(traced.ids, event);
      traced.ids = step.ids;
      traced.flights.push(...step.flights);
      this.turn(event, step, traced);
      if (!isNew) this.mark(event, events[at - 1], step.ids, traced);
    });
    return traced;
  }

  /** Turn up the cards that the viewer looks at (C3, C15, C17), and down those that changed hands or were shuffled. */
  private turn(event: ChocottesEvent, { ids, flights }: Step, traced: Traced): void {
    if (event.type === "Exchanged" || event.type === "YouExchanged") {
      this.cover(
        flights.map((flight) => flight.what),
        traced.glimpsed,
      );
    }
    if (isGlimpse(event)) traced.glimpsed.push({ id: idAt(ids, event.seat, event.place) ?? 0, card: event.card });
    if (event.type !== "Shuffles") return;
    traced.mixed = [event.first, event.second].map((place) => cardAt(idAt(ids, event.of, place) ?? 0));
    this.cover(traced.mixed, traced.glimpsed);
  }

  /** Return the flights of a deal: at the start of a round all cards come from the pile. */
  private dealt(view: ChocottesView): Flight[] {
    const isDeal = view.phase === "look" && view.looks.every((looks) => looks === 0);
    return isDeal ? this.ids.flat().map((id) => ({ what: cardAt(id), from: PILE })) : [];
  }

  /** Turn down the cards that changed hands or were shuffled. */
  private cover(names: readonly string[], pending: { id: number }[]): void {
    for (const id of names.map((name) => Number(name.split(" ")[1]))) {
      this.glimpses.forget(id);
      this.wrong.forget(id);
      this.marks.forget(id);
      const at = pending.findIndex((one) => one.id === id);
      if (at >= 0) pending.splice(at, 1);
    }
  }

  /** Mark an action on a card; `before` is the reason for a card from the pile. */
  private mark(event: ChocottesEvent, before: ChocottesEvent | undefined, ids: Ids, traced: Traced): void {
    for (const { id, ...mark } of marksOf(event, before, ids)) this.marks.mark(id, mark);
    if (event.type !== "Snapped" || event.right) return;
    const id = idAt(ids, event.seat, event.place);
    if (id === undefined) return;
    this.wrong.mark(id, event.card);
    traced.thrown.push(id);
  }

  /** Keep the totals. */
  private count(view: ChocottesView): void {
    const rounds = view.phase === "over" ? view.round : view.round - 1;
    const last = this.series.at(-1);
    if (last?.rounds === rounds && last.totals.join() === view.scores.join()) return;
    this.series = [...this.series.filter((one) => one.rounds < rounds), { rounds, totals: view.scores }];
  }
}

function isGlimpse(event: ChocottesEvent): event is Extract<ChocottesEvent, { type: "YouLookedAt" | "YouExchanged" }> {
  return event.type === "YouLookedAt" || event.type === "YouExchanged";
}
