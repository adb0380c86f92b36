/** Tells a move of a replay in words, and finds the rule behind it. */

import type { Speaker } from "../lang/speech";
import { eventFacts } from "../live/facts";
import type { Any } from "../live/types";
import { clauseOf } from "../rules/clauses";

/** Return the sentences of a move. Dealt cards are to be seen: nobody wants to hear of each. */
export function sentences(speaker: Speaker, events: readonly Any<"event">[]): string[] {
  return speaker.sentences(events.filter((event) => !eventFacts(speaker.game, event.type).setting));
}

/** Return the clause behind a move. What happens at every turn is passed over: one rather wonders about the rest. */
export function clauseBehind(game: string, events: readonly Any<"event">[]): string | undefined {
  const unusual = events.filter(({ type }) => !eventFacts(game, type).setting && !eventFacts(game, type).usual);
  return [...unusual, ...events].map((event) => clauseOf(game, event)).find((clause) => clause !== undefined);
}
