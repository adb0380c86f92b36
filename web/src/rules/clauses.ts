/** Which clause of the rules explains what one sees; the server's own tables say it (protocol.ts). */

import type { Any, GameName } from "../live/types";
import { ASKED, CLAUSES } from "../protocol";

/** The clause that explains an event; the one for a special value (`Joined:scarecrow`) goes before the usual one. */
export function clauseOf(game: GameName, event: Any<"event">): string | undefined {
  const clauses = CLAUSES[game] ?? {};
  const special = Object.values(event).map((value) => clauses[`${event.type}:${String(value)}`]);
  return special.find((clause) => clause !== undefined) ?? clauses[event.type];
}

/** The clause that explains what is asked in a phase; in Toc Chocottes also by the value of the first effect. */
export function clauseAsked(game: GameName, phase: string, effect?: number): string | undefined {
  const clauses = ASKED[game] ?? {};
  return clauses[`${phase}:${effect}`] ?? clauses[phase];
}
