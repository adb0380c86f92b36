/** Maps taps to legal actions: one tap, or the first and the second of two. */

import { read, readEach, write } from "../../model/notation";
import type { EscalierAction as Action, EscalierMove as Move } from "../../protocol";
import type { Colour, Place } from "./parts/places";

export type Tap = { does: "act"; move: Move; action: Action } | { does: "pick" } | { does: "drop" };

type Legal = readonly Action[];

const act = (move: Move): Tap => ({ does: "act", move, action: write("escalier", move) });

/** Return the effect of a tap on the ghost at a place, after the one at `picked` was tapped. */
export function tap(legal: Legal, picked: Place | null, place: Place): Tap | null {
  if (place === picked) return { does: "drop" };
  const singles = [...readEach("escalier", legal, "Turn"), ...readEach("escalier", legal, "Shift")];
  const single = singles.find((move) => move.place === place);
  if (single) return act(single);
  const swaps = readEach("escalier", legal, "Swap").filter((move) => isAbout(move, place));
  const swap = picked && swaps.find((move) => isAbout(move, picked));
  if (swap) return act(swap);
  const asks = questions(legal, place);
  if (asks.length === 1) return act(asks[0]!.move);
  return asks.length > 1 || swaps.length > 0 ? { does: "pick" } : null;
}

/** Return the players that may be asked about the ghost at a place (E10). */
export function questions(legal: Legal, place: Place): { seat: number; move: Move; action: Action }[] {
  return readEach("escalier", legal, "Ask")
    .filter((move) => move.place === place)
    .map((move) => ({ seat: move.seat, move, action: write("escalier", move) }));
}

/** Return the children that may be named (E9, E10, E12). */
export function names(legal: Legal): { colour: Colour; action: Action }[] {
  return readEach("escalier", legal, "Name").map((move) => ({
    colour: move.colour,
    action: write("escalier", move),
  }));
}

/** Tell whether an action is about the ghost at a place: there it shows that it is on its way. */
export function isFor(action: string | null, place: Place): boolean {
  const move = action === null ? null : read("escalier", action);
  return move !== null && isAbout(move, place);
}

export function isAbout(move: Move, place: Place): boolean {
  if (move.is === "Swap") return move.first === place || move.second === place;
  return "place" in move && move.place === place;
}
