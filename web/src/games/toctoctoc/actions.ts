/** Reads the legal actions. */

import { readEach } from "../../model/notation";
import type { ToctoctocCard, ToctoctocMove } from "../../protocol";

/** The doors at which each card may be offered. */
export type Offers = ReadonlyMap<ToctoctocCard, readonly number[]>;

export function offersIn(legal: readonly string[]): Offers {
  const offers = new Map<ToctoctocCard, number[]>();
  for (const { card, to } of readEach("toctoctoc", legal, "Offer")) offers.set(card, [...(offers.get(card) ?? []), to]);
  return offers;
}

/** Return the offer that an action is; null where it is another one, or none. */
export function offerOf(action: string | null): Extract<ToctoctocMove, { is: "Offer" }> | null {
  return readEach("toctoctoc", action === null ? [] : [action], "Offer")[0] ?? null;
}
