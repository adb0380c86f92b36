/** Reads the offers among the legal actions. */

import { readEach } from "../../model/notation";
import type { ToctoctocCard, ToctoctocMove } from "../../protocol";

/** The seats at whose doors each card may be offered. */
export type Offers = ReadonlyMap<ToctoctocCard, readonly number[]>;

/** Group the legal offers by card. */
export function offersIn(legal: readonly string[]): Offers {
  const offers = new Map<ToctoctocCard, number[]>();
  for (const { card, to } of readEach("toctoctoc", legal, "Offer")) offers.set(card, [...(offers.get(card) ?? []), to]);
  return offers;
}

/** Return an action as an offer; null if it is none. */
export function offerOf(action: string | null): Extract<ToctoctocMove, { is: "Offer" }> | null {
  return readEach("toctoctoc", action === null ? [] : [action], "Offer")[0] ?? null;
}
