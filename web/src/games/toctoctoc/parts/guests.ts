/** Gives each guest at the parties a number of its own, so that movements can be followed. */

import type {
  ToctoctocCard,
  ToctoctocColumn,
  ToctoctocCreature,
  ToctoctocHouse,
  ToctoctocRank,
} from "../../../protocol";

export interface Guest {
  id: number;
  card: ToctoctocCard;
  seat: number;
  /** where the guest comes from: another party, or the door */
  from: "party" | "door";
}

/** From the back of a window to its front: the guests that change most stand in front. */
export const RANKS = ["plain", "musician", "brute"] as const satisfies ToctoctocRank[];

const COUNTED = { plain: "plain", musician: "musicians", brute: "brutes" } as const;

export const guestsOf = (column: ToctoctocColumn): number => column.plain + column.brutes + column.musicians;

export const countOf = (column: ToctoctocColumn, rank: ToctoctocRank): number => column[COUNTED[rank]];

export const cardOf = (rank: ToctoctocRank, creature: ToctoctocCreature): ToctoctocCard => `${rank}-${creature}`;

const CREATURES = ["monster", "ghost", "vampire"] as const satisfies ToctoctocCreature[];
const KINDS = [...RANKS, "vamp"] as const;
const READ = new Map<ToctoctocCard, { kind: string; creature: ToctoctocCreature }>(
  KINDS.flatMap((kind) => CREATURES.map((creature) => [`${kind}-${creature}`, { kind, creature }])),
);

/** Return the creature of a guest or a vamp; the others belong to none. */
export const creatureOf = (card: ToctoctocCard | undefined): ToctoctocCreature | undefined =>
  card && READ.get(card)?.creature;

/** Return the rank of a card, without its creature. */
export const kindOf = (card: ToctoctocCard): string => READ.get(card)?.kind ?? card;

/** Return all cards of a column, each as often as it is there. */
export function cardsOf(column: ToctoctocColumn): ToctoctocCard[] {
  return RANKS.flatMap((rank) => repeated(cardOf(rank, column.creature), countOf(column, rank)));
}

export function partyOf(house: ToctoctocHouse): ToctoctocCard[] {
  return [...house.party.flatMap(cardsOf), ...repeated<ToctoctocCard>("scarecrow", house.scarecrows)];
}

/** Return at most so many guests of a party: one of each kind before others, and no plain one before the rest. */
export function dancersOf(house: ToctoctocHouse, most: number): ToctoctocCard[] {
  const party = partyOf(house);
  const isFirst = (card: ToctoctocCard, at: number) => party.indexOf(card) === at;
  const order = (card: ToctoctocCard, at: number) => (isFirst(card, at) ? 0 : 2) + (kindOf(card) === "plain" ? 1 : 0);
  const chosen = [...party.entries()].sort(
    ([at, one], [next, other]) => order(one, at) - order(other, next) || at - next,
  );
  return chosen.slice(0, most).sort(([at], [next]) => at - next).map(([, card]) => card); // prettier-ignore
}

const repeated = <T>(one: T, times: number): T[] => Array.from({ length: times }, () => one);

let lastId = 0;

/** Return the guests by place: they stay if they can; others come from a party that lost such a guest, or are new. */
export function seated(before: readonly Guest[], houses: readonly ToctoctocHouse[]): Guest[] {
  const left = [...before];
  const taken = (is: (guest: Guest) => boolean): Guest | undefined => {
    const at = left.findIndex(is);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const places = houses.flatMap((house) => partyOf(house).map((card) => ({ card, seat: house.seat })));
  const staying = places.map(({ card, seat }) => taken((guest) => guest.card === card && guest.seat === seat));
  return places.map(({ card, seat }, index) => {
    const stays = staying[index];
    if (stays) return stays;
    const moved = taken((guest) => guest.card === card);
    return moved ? { ...moved, seat, from: "party" } : { id: (lastId += 1), card, seat, from: "door" };
  });
}

/** Return how far up each guest of a window stands, from 1 at the back to 0 in front, and the card heights it takes. */
export function queue(guests: readonly Guest[]): { heights: number[]; cards: number } {
  const steps = guests.map((guest, index): number => {
    if (index === 0) return 0;
    return guest.card === guests[index - 1]!.card ? 0.1 : 0.28;
  });
  const cards = steps.reduce((sum, step) => sum + step, 0);
  let at = 0;
  return { heights: steps.map((step) => 1 - (at += step) / (cards || 1)), cards };
}
