/** Marks cards for a moment, with a sign and the seat that acted. */

import type { Pictogram } from "../../../lib/pictograms";
import type { ChocottesEvent } from "../../../protocol";
import { type Ids, idAt } from "./rows";

/** Marks cards, by their numbers, for a moment, or until they are forgotten. */
export class TimedMarks<Mark> {
  now = $state.raw<ReadonlyMap<number, Mark>>(new Map());
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** `lasts` says for how many milliseconds; they may be endless. */
  constructor(private readonly lasts: () => number = () => Infinity) {}

  mark(id: number, mark: Mark): void {
    this.now = new Map(this.now).set(id, mark);
    clearTimeout(this.timers.get(id));
    const lasts = this.lasts();
    if (Number.isFinite(lasts))
      this.timers.set(
        id,
        setTimeout(() => this.forget(id), lasts),
      );
  }

  forget(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    if (!this.now.has(id)) return;
    const rest = new Map(this.now);
    rest.delete(id);
    this.now = rest;
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}

export interface Mark {
  sign: Pictogram;
  /** the seat that did it: its colour is around the card */
  by: number;
}

/** Return the cards that an event marks, by their numbers; `before` is the reason for a card from the pile. */
export function marksOf(
  event: ChocottesEvent,
  before: ChocottesEvent | undefined,
  ids: Ids,
): readonly (Mark & { id: number })[] {
  const at = (seat: number, place: number, sign: Pictogram, by: number) => {
    const id = idAt(ids, seat, place);
    return id === undefined ? [] : [{ id, sign, by }];
  };
  if (event.type === "LookedAt") return at(event.seat, event.place, "look", event.seat);
  if (event.type === "Exchanged" || event.type === "YouExchanged") {
    const { seat, place, other, other_place } = event;
    return [...at(seat, place, "exchange", seat), ...at(other, other_place, "exchange", seat)];
  }
  if (event.type !== "CardAdded") return [];
  const last = ids[event.seat]?.length ?? 0;
  if (before?.type === "Gave" || before?.type === "Fed") {
    return at(event.seat, last, before.type === "Gave" ? "give" : "feed", before.seat);
  }
  return at(event.seat, last, "draw", event.seat);
}
