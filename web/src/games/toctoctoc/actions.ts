/** What may be done, read off the words of the legal actions. */

import type { ToctoctocAction, ToctoctocCard } from "../../protocol";

const OFFER = /^offer (\S+) to (\d+)$/;

/** The doors at which each card may be offered. */
export type Offers = ReadonlyMap<ToctoctocCard, readonly number[]>;

export function offersIn(legal: readonly string[]): Offers {
  const offers = new Map<ToctoctocCard, number[]>();
  for (const action of legal) {
    const offer = offerOf(action);
    if (offer) offers.set(offer.card, [...(offers.get(offer.card) ?? []), offer.to]);
  }
  return offers;
}

export function offerOf(action: string | null): { card: ToctoctocCard; to: number } | null {
  const [, card, to] = OFFER.exec(action ?? "") ?? [];
  return card === undefined ? null : { card: card as ToctoctocCard, to: Number(to) };
}

export const offer = (card: ToctoctocCard, to: number): ToctoctocAction => `offer ${card} to ${to}`;

/** The words after a verb: the ranks of `take`, the creatures of `chase`. */
export function named<T extends string>(legal: readonly string[], verb: "take" | "chase"): readonly T[] {
  return legal.flatMap((action) => (action.startsWith(`${verb} `) ? (action.slice(verb.length + 1) as T) : []));
}
