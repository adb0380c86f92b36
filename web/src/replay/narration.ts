/** Tells a move of a replay in words, and finds the rule behind it. */

import type { Speaker } from "../lang/speech";
import { eventFacts } from "../live/facts";
import type { Any } from "../live/types";
import type { EventFacts } from "../protocol";
import { clauseOf } from "../rules/clauses";

/**
 * Return the sentences of a move. Of what the table goes on showing, such as dealt cards, nobody wants to hear; a
 * sentence that leads to a list of it ends there.
 */
export function sentences(speaker: Speaker, events: readonly Any<"event">[]): string[] {
  const isTold = ({ setting, visible }: EventFacts) => !setting && !visible;
  const told = speaker.sentences(events.filter(({ type }) => isTold(eventFacts(speaker.game, type))));
  return told.map((sentence) => sentence.replace(/\s*:$/, "."));
}

/** Return the clause behind a move. What happens at every turn is passed over: one rather wonders about the rest. */
export function clauseBehind(game: string, events: readonly Any<"event">[]): string | undefined {
  const unusual = events.filter(({ type }) => !eventFacts(game, type).setting && !eventFacts(game, type).usual);
  return [...unusual, ...events].map((event) => clauseOf(game, event)).find((clause) => clause !== undefined);
}
