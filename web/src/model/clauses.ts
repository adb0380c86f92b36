/** Finds the clause that explains an event or a question. Apart from facts.ts: the first page needs none. */

import { factsOf } from "./facts";
import type { Any } from "./scene";

/** Return the clause that explains an event; one for a special value (a scarecrow) goes before the usual one. */
export function clauseOf(game: string, event: Any<"event">): string | undefined {
  const facts = factsOf(game).events[event.type];
  const special = Object.values(event).map((value) => facts?.clauses?.[String(value)]);
  return special.find((clause) => clause !== undefined) ?? facts?.clause;
}

/** Return the clause that explains a question, by the view's phase; a pending effect has a clause of its own. */
export function clauseAsked(game: string, view: Pick<Any<"view">, "phase">): string | undefined {
  const clauses = factsOf(game).asked;
  const { phase, effects } = view as { phase: string; effects?: { value: number }[] };
  return clauses[`${phase}:${effects?.[0]?.value}`] ?? clauses[phase];
}
