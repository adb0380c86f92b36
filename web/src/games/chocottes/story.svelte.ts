/** Tells by movements what happens at the table. It follows the events, and knows nothing of the rules. */

import { onDestroy, tick, untrack } from "svelte";

import type { Scene } from "../../live/types";
import type { ChocottesCard, ChocottesEnded, ChocottesEvent } from "../../protocol";
import { Glimpses } from "./parts/glimpses.svelte";
import { Moments } from "./parts/moments.svelte";
import { type Flight, type Ids, PILE, type Step, cardAt, follow, idAt, sized, sizesBefore } from "./parts/rows";
import { Animator } from "./parts/animator";

/** A round that is over, with all its cards where they were shown. */
export interface Ending {
  round: number;
  rows: readonly (readonly ChocottesCard[])[] | null;
  ended: ChocottesEnded;
  knocker: number | null;
  tile: number | null;
  /** whom the tile hit */
  payers: readonly number[];
  points: readonly number[];
  totals: readonly number[];
}

/** The totals after so many rounds. */
export interface Totals {
  rounds: number;
  totals: readonly number[];
}

/** What came of some events. */
interface Traced {
  ids: Ids;
  flights: Flight[];
  /** the two cards that were shuffled */
  mixed: string[];
  glimpsed: { id: number; card: ChocottesCard }[];
}

export class Story {
  ids = $state.raw<Ids>([]);
  ending = $state.raw<Ending | null>(null);
  series = $state.raw<readonly Totals[]>([]);
  readonly animator = new Animator();
  readonly glimpses: Glimpses;
  /** thrown in vain: everybody sees the card (C11) */
  readonly wrong = new Moments<ChocottesCard>(2200);
  /** looked at by somebody (C15) */
  readonly looked = new Moments<true>(1800);
  cloud: HTMLElement | undefined = $state();
  frame: HTMLElement | undefined = $state();

  private heard = -1;
  private round: number | null = null;
  private shownRows: Ending["rows"] = null;
  private payers: Ending["payers"] = [];

  /** To be made while a component is set up; it ends with that component. */
  constructor(shown: () => Scene<"chocottes">) {
    this.glimpses = new Glimpses(() => shown().glimpsed());
    $effect.pre(() => {
      const { happened, view } = shown();
      const fresh = happened.filter((one) => one.key > this.heard);
      this.heard = happened.at(-1)?.key ?? this.heard;
      untrack(() =>
        this.hear(
          fresh.map((one) => one.event),
          view,
        ),
      );
    });
    onDestroy(() => {
      this.glimpses.close();
      this.wrong.close();
      this.looked.close();
    });
  }

  private hear(events: readonly ChocottesEvent[], view: Scene<"chocottes">["view"]): void {
    const isNew = this.round === null;
    const isNewRound = view.round !== this.round;
    this.animator.remember();
    const traced = this.trace(isNew ? sized([], sizesBefore(view.row_sizes, events)) : this.ids, events, isNew);
    const isCut = !isNew && isNewRound && !events.some((event) => event.type === "RoundBegan");
    this.ids = sized(isCut ? [] : traced.ids, view.row_sizes);
    const flights = isNewRound ? this.dealt(view) : traced.flights;
    this.round = view.round;
    this.count(view, isNew);
    if (events.some(isGlimpse)) this.glimpses.show(traced.glimpsed);
    void tick().then(() => {
      this.animator.fly(flights);
      const [first, second] = traced.mixed;
      if (first && second && !isNew) this.animator.mix(first, second, this.cloud, this.frame);
    });
  }

  /** Follow the cards through some events, and mark what is to be seen of them for a moment. */
  private trace(ids: Ids, events: readonly ChocottesEvent[], isNew: boolean): Traced {
    const traced: Traced = { ids, flights: [], mixed: [], glimpsed: [] };
    for (const event of events) {
      const step = follow(traced.ids, event);
      traced.ids = step.ids;
      traced.flights.push(...step.flights);
      this.turn(event, step, traced);
      if (!isNew) this.mark(event, step.ids);
    }
    return traced;
  }

  /** Turn up what the viewer looks at (C3, C15, C17), and down again what changed hands or was shuffled. */
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
  private dealt(view: Scene<"chocottes">["view"]): Flight[] {
    const isDeal = view.phase === "look" && view.looks.every((looks) => looks === 0);
    return isDeal ? this.ids.flat().map((id) => ({ what: cardAt(id), from: PILE })) : [];
  }

  /** Turn face down again what changed hands or was shuffled. */
  private cover(names: readonly string[], pending: { id: number }[]): void {
    for (const id of names.map((name) => Number(name.split(" ")[1]))) {
      this.glimpses.forget(id);
      this.wrong.forget(id);
      this.looked.forget(id);
      const at = pending.findIndex((one) => one.id === id);
      if (at >= 0) pending.splice(at, 1);
    }
  }

  private mark(event: ChocottesEvent, ids: Ids): void {
    if (event.type === "Knocked" || event.type === "RowsShown") this.shownRows = event.rows;
    if (event.type === "RoundEnded") this.payers = event.payers;
    const id = "place" in event ? idAt(ids, event.seat, event.place) : undefined;
    if (id === undefined) return;
    if (event.type === "Snapped" && !event.right) this.wrong.mark(id, event.card);
    if (event.type === "LookedAt") this.looked.mark(id, true);
  }

  /** Keep the totals, and show the round that has just ended. */
  private count(view: Scene<"chocottes">["view"], isNew: boolean): void {
    const rounds = view.phase === "over" ? view.round : view.round - 1;
    const known = this.series.filter((one) => one.rounds < rounds);
    const before = this.series.at(-1)?.rounds ?? rounds;
    if (this.series.at(-1)?.rounds === rounds) return;
    this.series = [...known, { rounds, totals: view.scores }];
    // After the last round the shell shows the result, and the rows lie open on the table.
    if (isNew || rounds !== before + 1 || !view.last_round || view.phase === "over") return;
    this.ending = { round: rounds, rows: this.shownRows, payers: this.payers, totals: view.scores, ...view.last_round };
    this.shownRows = null;
    this.payers = [];
  }

  closeEnding(): void {
    this.ending = null;
  }
}

function isGlimpse(event: ChocottesEvent): event is Extract<ChocottesEvent, { type: "YouLookedAt" | "YouExchanged" }> {
  return event.type === "YouLookedAt" || event.type === "YouExchanged";
}
