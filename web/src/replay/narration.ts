/** A move of a replay in words, and the rule behind it. */

import type { Speaker } from "../lang/speech";
import type { Any, GameName } from "../live/types";
import { clauseOf } from "../rules/clauses";

const DEALS = ["CardDealt", "CardDealtToYou", "GuestCame"];
/** What happens at every turn; the rule that one wonders about is rather another one. */
const USUAL = [...DEALS, "Answered", "Drew", "TopTurned"];

/** The sentences of a move. Dealt cards are to be seen: nobody wants to hear of each. */
export function sentences(speaker: Speaker, events: readonly Any<"event">[]): string[] {
  return speaker.sentences(events.filter((event) => !DEALS.includes(event.type)));
}

export function clauseBehind(game: GameName, events: readonly Any<"event">[]): string | undefined {
  const unusual = events.filter((event) => !USUAL.includes(event.type));
  return [...unusual, ...events].map((event) => clauseOf(game, event)).find((clause) => clause !== undefined);
}
