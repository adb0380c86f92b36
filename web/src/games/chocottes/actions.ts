/** Maps taps to legal actions. No rule is known here. */

import { readEach, write } from "../../model/notation";
import type { ChocottesAction, ChocottesMove } from "../../protocol";

export interface Spot {
  seat: number;
  place: number;
}

type Kind = "Look" | "Replace" | "Snap" | "Reap" | "Shuffle" | "Exchange";

/** One tap that sends a move, or the first of two. */
export type Tap = { does: Kind; action: ChocottesAction; seat: number } | { does: "pick" | "picked" };

interface Pair {
  move: ChocottesMove & { is: Kind };
  ends: [Spot, Spot];
}

type Legal = readonly ChocottesAction[];

const isSame = (a: Spot | null, b: Spot): boolean => a?.seat === b.seat && a.place === b.place;

const act = (move: ChocottesMove & { is: Kind }, seat: number): Tap => ({
  does: move.is,
  action: write("chocottes", move),
  seat,
});

/** Return the action that one tap on a card of that seat sends. */
function single(seat: number, legal: Legal, place: number): Tap | null {
  for (const kind of ["Look", "Replace", "Snap", "Reap"] as const) {
    const move = readEach("chocottes", legal, kind).find((each) => each.place === place);
    if (move) return act(move, seat);
  }
  return null;
}

/** Return the actions that need two cards. */
function pairs(seat: number, legal: Legal): Pair[] {
  const shuffles = readEach("chocottes", legal, "Shuffle").map((move): Pair => ({
    move,
    ends: [
      { seat: move.seat, place: move.first },
      { seat: move.seat, place: move.second },
    ],
  }));
  const exchanges = readEach("chocottes", legal, "Exchange").map((move): Pair => ({
    move,
    ends: [
      { seat, place: move.own },
      { seat: move.seat, place: move.place },
    ],
  }));
  return [...shuffles, ...exchanges];
}

/** Return the effect of a tap on a card for the player of `seat`, after a first card was picked or not. */
export function tapOn(spot: Spot, seat: number, legal: Legal, picked: Spot | null): Tap | null {
  if (spot.seat === seat) {
    const tap = single(seat, legal, spot.place);
    if (tap) return tap;
  }
  const both = pairs(seat, legal);
  if (isSame(picked, spot)) return both.length > 0 ? { does: "picked" } : null;
  const whole = both.find(
    ({ ends: [a, b] }) => (isSame(picked, a) && isSame(spot, b)) || (isSame(picked, b) && isSame(spot, a)),
  );
  if (whole) return act(whole.move, seat);
  return both.some(({ ends }) => ends.some((end) => isSame(end, spot))) ? { does: "pick" } : null;
}

/** Return the place of the card that an action throws; null where it throws none. */
export function thrown(action: string | null | undefined): number | null {
  return readEach("chocottes", action ? [action] : [], "Snap")[0]?.place ?? null;
}

/** Tell whether two cards are to be chosen, one of them perhaps another player's. */
export function needsTwo(legal: Legal): boolean {
  return readEach("chocottes", legal, "Shuffle").length + readEach("chocottes", legal, "Exchange").length > 0;
}

/** Return the players that can be tapped to get a card of the pile (C14, C18). */
export function receivers(legal: Legal, active: number | null): Map<number, ChocottesAction> {
  const found = new Map<number, ChocottesAction>();
  if (active !== null && legal.includes("feed")) found.set(active, "feed");
  for (const move of readEach("chocottes", legal, "Give")) found.set(move.seat, write("chocottes", move));
  return found;
}

/** Return the cards that an action of the player of `seat` is about: there a hint marks them. */
export function spotsOf(move: ChocottesMove, seat: number): Spot[] {
  if (move.is === "Shuffle") return [move.first, move.second].map((place) => ({ seat: move.seat, place }));
  if (move.is === "Exchange")
    return [
      { seat, place: move.own },
      { seat: move.seat, place: move.place },
    ];
  if (move.is === "Arrange") return [{ seat, place: move.source }];
  return "place" in move ? [{ seat, place: move.place }] : [];
}
