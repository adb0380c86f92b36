/** What can be tapped, read off the legal moves. No rule is known here. */

import type { ChocottesAction } from "../../protocol";

export interface Spot {
  seat: number;
  place: number;
}

type Verb = "look" | "replace" | "snap" | "reap" | "shuffle" | "exchange";

/** One tap that sends a move, or the first of two. */
export type Tap = { verb: Verb; action: ChocottesAction; seat: number } | { verb: "pick" | "picked" };

interface Pair {
  verb: Verb;
  ends: [Spot, Spot];
  action: ChocottesAction;
}

const isSame = (a: Spot | null, b: Spot): boolean => a?.seat === b.seat && a.place === b.place;

/** Moves that one tap on a card of that seat sends. */
function single(seat: number, legal: readonly ChocottesAction[], place: number): Tap | null {
  for (const action of legal) {
    const found = /^(look|replace|snap|reap) (\d+)$/.exec(action);
    if (found && Number(found[2]) === place) return { verb: found[1] as Verb, action, seat };
  }
  return null;
}

/** Moves that need two cards. */
function pairs(seat: number, legal: readonly ChocottesAction[]): Pair[] {
  return legal.flatMap((action): Pair[] => {
    const words = action.split(" ");
    if (words[0] === "shuffle") {
      const [first, second, of] = [words[1], words[2], words[4]].map(Number) as [number, number, number];
      return [
        {
          verb: "shuffle",
          action,
          ends: [
            { seat: of, place: first },
            { seat: of, place: second },
          ],
        },
      ];
    }
    if (words[0] === "exchange") {
      const [own, place, of] = [words[1], words[3], words[5]].map(Number) as [number, number, number];
      return [
        {
          verb: "exchange",
          action,
          ends: [
            { seat, place: own },
            { seat: of, place },
          ],
        },
      ];
    }
    return [];
  });
}

/** What a tap on a card does for the player of `seat`, who has perhaps picked a first card before. */
export function tapOn(spot: Spot, seat: number, legal: readonly ChocottesAction[], picked: Spot | null): Tap | null {
  if (spot.seat === seat) {
    const tap = single(seat, legal, spot.place);
    if (tap) return tap;
  }
  const both = pairs(seat, legal);
  if (isSame(picked, spot)) return both.length > 0 ? { verb: "picked" } : null;
  const whole = both.find(
    ({ ends: [a, b] }) => (isSame(picked, a) && isSame(spot, b)) || (isSame(picked, b) && isSame(spot, a)),
  );
  if (whole) return { verb: whole.verb, action: whole.action, seat };
  return both.some(({ ends }) => ends.some((end) => isSame(end, spot))) ? { verb: "pick" } : null;
}

/** The players who can be tapped to get a card of the pile (C14, C18). */
export function receivers(legal: readonly ChocottesAction[], active: number | null): Map<number, ChocottesAction> {
  const found = new Map<number, ChocottesAction>();
  for (const action of legal) {
    if (action === "feed" && active !== null) found.set(active, action);
    if (action.startsWith("give to ")) found.set(Number(action.slice("give to ".length)), action);
  }
  return found;
}

/** C5: never in the legal list; not while an effect is decided. */
export const mayArrange = (phase: string): boolean => ["look", "turn", "place", "window"].includes(phase);
