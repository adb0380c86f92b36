/** The sources of a house's points: a guest counts 1, or 2 beside a musician; a scarecrow counts 3 (T21). */

import { GAMES, type ToctoctocCard, type ToctoctocView } from "../../protocol";
import type { Spoil } from "../game";
import { picture } from "./art";

const { music, scare } = GAMES.toctoctoc.constants;

export interface Column {
  card: ToctoctocCard;
  creature: string | null; // null: scarecrows
  n: number;
  each: number;
}

export function columns({ houses }: ToctoctocView, seat: number): Column[] {
  const { party, scarecrows } = houses[seat]!;
  const guests = party.map(({ creature, plain, brutes, musicians }): Column => {
    const rank = musicians > 0 ? "musician" : "plain";
    return { card: `${rank}-${creature}`, creature, n: plain + brutes + musicians, each: musicians > 0 ? music! : 1 };
  });
  return [...guests, { card: "scarecrow" as const, creature: null, n: scarecrows, each: scare! }].filter(
    ({ n }) => n > 0,
  );
}

export function spoils(view: ToctoctocView, seat: number): Spoil[] {
  return columns(view, seat).map(({ card, n, each }) => ({ picture: picture(card), text: `${n} × ${each}` }));
}
