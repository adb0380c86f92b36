/** Explains a card in one line: at the card, and in the player aid. */

import type { Scene } from "../model/scene";
import { say, texts } from "./language.svelte";
import { capital } from "./speech";

type Table = Pick<Scene, "game" | "options">;

/** A card that explains itself. */
export interface Explained {
  name: string;
  text: string;
}

/** Explain each kind of card once: its effect, and whether it then leaves the game. */
export function explained(table: Table, cards: readonly string[]): Explained[] {
  return [...new Set(cards)].flatMap((card) => {
    const does = aidOf(table, card);
    if (does === null) return [];
    const leaves = said(table.game, `leaves.${card.split("-")[0]}`);
    return [{ name: capital(say(`${table.game}.card.${card}`)), text: leaves === null ? does : `${does} ${leaves}` }];
  });
}

/**
 * Return the effect of a card, from the texts of its game: `brute-ghost` has `aid.brute`, `red-child` has `aid.child`,
 * `dream-10` has `aid.10` and `aid.dream`, any other card has `aid.plain`. An option that changes a card has its own
 * text: `aid.riddle-risk`. Null: the game has no text for that card.
 */
export function aidOf({ game, options }: Table, card: string): string | null {
  const isSet = (option: string) => (options as Record<string, unknown>)[option] === true;
  const changed = Object.keys(options)
    .filter(isSet)
    .map((option) => `${card}-${option}`);
  const wanted = [changed, [card], card.split("-").toReversed(), ["plain"]];
  for (const parts of wanted) {
    const found = parts.flatMap((part) => said(game, `aid.${part}`) ?? []);
    if (found.length > 0) return found.join(" ");
  }
  return null;
}

function said(game: string, key: string): string | null {
  return texts().has(`${game}.${key}`) ? texts().say(`${game}.${key}`) : null;
}
