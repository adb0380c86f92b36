/** What a tap does, read from the legal moves: one tap, or the first and the second of two. */

import type { EscalierAction as Action } from "../../protocol";
import type { Colour, Place } from "./parts/places";

export type Tap = { does: "act"; action: Action } | { does: "pick" } | { does: "drop" };

type Moves = readonly Action[];

/** What tapping the ghost at a place does, when the one at `picked` was tapped before. */
export function tap(legal: Moves, picked: Place | null, place: Place): Tap | null {
  if (place === picked) return { does: "drop" };
  const single = legal.find((action) => action === `turn ${place}` || action === `move ${place}`);
  if (single) return { does: "act", action: single };
  const swap =
    picked && legal.find((action) => action === `swap ${picked} ${place}` || action === `swap ${place} ${picked}`);
  if (swap) return { does: "act", action: swap };
  const asks = questions(legal, place);
  if (asks.length === 1) return { does: "act", action: asks[0]!.action };
  return asks.length > 1 || isSwapped(legal, place) ? { does: "pick" } : null;
}

/** E10: who may be asked about the ghost at a place. */
export function questions(legal: Moves, place: Place): { seat: number; action: Action }[] {
  return legal.flatMap((action) => {
    const [verb, seat, , about] = action.split(" ");
    return verb === "ask" && about === place ? [{ seat: Number(seat), action }] : [];
  });
}

/** E9, E10, E12: the children that may be named. */
export function names(legal: Moves): { colour: Colour; action: Action }[] {
  return legal.flatMap((action) => {
    const [verb, colour] = action.split(" ");
    return verb === "name" ? [{ colour: colour as Colour, action }] : [];
  });
}

function isSwapped(legal: Moves, place: Place): boolean {
  return legal.some((action) => action.startsWith("swap ") && action.split(" ").includes(place));
}

/** The places that an action is about: where it shows that it is on its way. */
export function placesOf(action: string | null): readonly string[] {
  return action?.split(" ").slice(1) ?? [];
}
