/** Finds the clause of the rules that explains what one sees, in the facts of the game. */

import { factsOf } from "../live/facts";
import type { Any } from "../live/types";

/** Return the clause that explains an event; one for a special value (a scarecrow) goes before the usual one. */
export function clauseOf(game: string, event: Any<"event">): string | undefined {
  const facts = factsOf(game).events[event.type];
  const special = Object.values(event).map((value) => facts?.clauses?.[String(value)]);
  return special.find((clause) => clause !== undefined) ?? facts?.clause;
}

/** Return the clause that explains what is asked in a phase; in Toc Chocottes also by the value of the first effect. */
export function clauseAsked(game: string, phase: string, effect?: number): string | undefined {
  const clauses = factsOf(game).asked;
  return clauses[`${phase}:${effect}`] ?? clauses[phase];
}
