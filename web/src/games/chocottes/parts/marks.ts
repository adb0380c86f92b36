/** Signs on cards with which something has just happened, and who did it. */

import type { Pictogram } from "../../../lib/pictograms";
import type { ChocottesEvent } from "../../../protocol";
import { type Ids, idAt } from "./rows";

export interface Mark {
  sign: Pictogram;
  /** the seat that did it: its colour is around the card */
  by: number;
}

/** Return the cards that an event marks, by their numbers; `before` says why somebody gets a card of the pile. */
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
