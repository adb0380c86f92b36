/**
 * Tracks cards by numbers that say nothing about the cards, as every player may follow them (C27), and fits rows into
 * the room they have.
 */

import type { ChocottesEvent } from "../../../protocol";
import { CARD_RATIO } from "../art";

export type Ids = readonly (readonly number[])[];

/** The element `what` moves from the place of `from`. */
export interface Flight {
  what: string;
  from: string;
  /** whether it is slow enough to be followed: it shows which player gets which card */
  isSlow?: true;
  /** whether it spins: a player threw it */
  isThrown?: true;
}

export interface Step {
  ids: Ids;
  flights: Flight[];
}

export const cardAt = (id: number): string => `card ${id}`;
export const handOf = (seat: number): string => `hand ${seat}`;
export const PILE = "pile";
export const DISCARD = "discard";

let last = 0;
const fresh = (): number => (last += 1);
const changed = (ids: Ids, seat: number, row: readonly number[]): Ids =>
  ids.map((old, at) => (at === seat ? row : old));

export function idAt(ids: Ids, seat: number, place: number): number | undefined {
  return ids[seat]?.[place - 1];
}

/** Return rows of these sizes; cards that are there stay. */
export function sized(ids: Ids, sizes: readonly number[]): Ids {
  return sizes.map((size, seat) => Array.from({ length: size }, (_, at) => ids[seat]?.[at] ?? fresh()));
}

function leaves(ids: Ids, seat: number, place: number, how: Partial<Flight> = {}): Step {
  const id = idAt(ids, seat, place) ?? 0;
  const row = ids[seat]?.filter((_, at) => at !== place - 1) ?? [];
  return { ids: changed(ids, seat, row), flights: [{ what: DISCARD, from: cardAt(id), ...how }] };
}

function exchanged(ids: Ids, seat: number, place: number, other: number, otherPlace: number): Step {
  const mine = idAt(ids, seat, place);
  const theirs = idAt(ids, other, otherPlace);
  if (mine === undefined || theirs === undefined) return { ids, flights: [] };
  const swapped = ids.map((row) => row.map((id) => (id === mine ? theirs : id === theirs ? mine : id)));
  return { ids: swapped, flights: [mine, theirs].map((id) => ({ what: cardAt(id), from: cardAt(id), isSlow: true })) };
}

export function follow(ids: Ids, event: ChocottesEvent): Step {
  switch (event.type) {
    case "RoundBegan":
      return { ids: ids.map(() => []), flights: [] };
    case "CardDealt":
    case "CardAdded": {
      const id = fresh();
      return {
        ids: changed(ids, event.seat, [...(ids[event.seat] ?? []), id]),
        flights: [{ what: cardAt(id), from: PILE, ...(event.type === "CardAdded" && { isSlow: true }) }],
      };
    }
    case "Drew":
    case "YouDrew":
      return { ids, flights: [{ what: handOf(event.seat), from: PILE }] };
    case "Discarded":
      return { ids, flights: [{ what: DISCARD, from: handOf(event.seat) }] };
    case "Replaced": {
      const old = idAt(ids, event.seat, event.place) ?? 0;
      const id = fresh();
      const row = (ids[event.seat] ?? []).map((one) => (one === old ? id : one));
      const flights = [
        { what: DISCARD, from: cardAt(old) },
        { what: cardAt(id), from: handOf(event.seat) },
      ];
      return { ids: changed(ids, event.seat, row), flights };
    }
    case "Snapped":
      return event.right ? leaves(ids, event.seat, event.place, { isThrown: true }) : { ids, flights: [] };
    case "Reaped":
      return leaves(ids, event.seat, event.place);
    case "Exchanged":
    case "YouExchanged":
      return exchanged(ids, event.seat, event.place, event.other, event.other_place);
    case "Arranged": {
      const row = [...(ids[event.seat] ?? [])];
      const [moved] = row.splice(event.source - 1, 1);
      if (moved !== undefined) row.splice(event.target - 1, 0, moved);
      return { ids: changed(ids, event.seat, row), flights: [] };
    }
    default:
      return { ids, flights: [] };
  }
}

/** Count back how many cards each had before these events, as far as a new round. */
export function sizesBefore(sizes: readonly number[], events: readonly ChocottesEvent[]): number[] {
  const before = [...sizes];
  for (const event of events.toReversed()) {
    if (event.type === "RoundBegan") return before.map(() => 0);
    if (event.type === "CardDealt" || event.type === "CardAdded") before[event.seat]! -= 1;
    if (event.type === "Reaped" || (event.type === "Snapped" && event.right)) before[event.seat]! += 1;
  }
  return before.map((size) => Math.max(0, size));
}

interface Fit {
  columns: number;
  /** of a card with its margin, in pixels */
  width: number;
  height: number;
}

/** Return how much larger letters are than a browser's own: limits in pixels grow with them on a big screen. */
export const rootScale = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

/** Fit cards into lines. One reads best: more only where cards would become narrower than `enough`. */
export function fit(cards: number, width: number, height: number, most: number, enough: number): Fit {
  const count = Math.max(1, cards);
  let best: Fit = { columns: count, width: 0, height: 0 };
  for (let lines = 1; lines <= count && best.width < enough; lines += 1) {
    const columns = Math.ceil(count / lines);
    const wide = Math.floor(Math.min(width / columns, (height / lines) * CARD_RATIO, most));
    if (wide > best.width) best = { columns, width: wide, height: Math.floor(wide / CARD_RATIO) };
  }
  return best;
}
