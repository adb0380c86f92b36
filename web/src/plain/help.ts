/** Finds the cards that the words of the text table are about, from the facts of its game. */

import type { FieldFacts, GameFacts } from "../protocol";
import type { Open } from "./choices";

/** Return the cards that are chosen with a part of an action. */
export function cardsOf(facts: GameFacts, { is, ...parts }: Open): string[] {
  const blanks = facts.actions[is]?.blanks ?? {};
  return Object.entries(parts).flatMap(([name, part]) =>
    blanks[name]?.kind === "card" && part !== null ? [String(part)] : [],
  );
}

/** Return the cards that a field of a view shows. */
export function cardsIn({ kind }: FieldFacts, value: unknown): string[] {
  const cards = kind === "card" || kind === "cards" ? [value].flat(3) : [];
  return cards.filter((card): card is string => typeof card === "string");
}
