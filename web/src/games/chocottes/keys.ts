/** Assigns keys to cards: the own row counts from 1, the other rows continue clockwise. */

import { nthKey } from "../../lib/keys";
import { lettersOf } from "../../lang/letters";
import type { Scene } from "../../model/scene";
import type { Spot } from "./actions";
import type { Taps } from "./parts/taps.svelte";

const nameOf = ({ seat, place }: Spot) => `${seat} ${place}`;

/** Return the keys of all cards that can be chosen now. */
export function spotKeys(scene: Scene<"chocottes">, taps: Taps, near: number): (spot: Spot) => string | undefined {
  const { row_sizes } = scene.view;
  const throwers = scene.mine.filter((seat) => scene.legal(seat).includes("pass"));
  if (throwers.length > 1) return () => undefined; // the owner of the card is not clear
  const taken = lettersOf("chocottes").map(([, letter]) => letter);
  const seats = row_sizes.map((_, step) => (near + step) % row_sizes.length);
  const spots = seats.flatMap((seat) => Array.from({ length: row_sizes[seat]! }, (_, at) => ({ seat, place: at + 1 })));
  const open = spots.filter((spot) => {
    const tap = taps.of(spot);
    return tap !== null && tap.does !== "picked";
  });
  const isOwn = open.every(({ seat }) => seat === near);
  // In the own row a card's key is its place, independent of the other choices.
  const keys = new Map(open.map((spot, nth) => [nameOf(spot), nthKey(isOwn ? spot.place - 1 : nth, taken)]));
  return (spot) => keys.get(nameOf(spot));
}
