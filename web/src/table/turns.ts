/** Groups the events of a game's history by turn. */

import { eventFacts } from "../model/facts";
import type { Any } from "../model/scene";

export interface Turn {
  /** the active player; null for an event that belongs to no turn */
  seat: number | null;
  events: readonly Any<"event">[];
}

/** Group events by turn. Before the first turn, and in a game that marks no turns, each event stands alone. */
export function turnsOf(game: string, events: readonly Any<"event">[]): Turn[] {
  const turns: { seat: number | null; events: Any<"event">[] }[] = [];
  for (const event of events) {
    const last = turns.at(-1);
    if (eventFacts(game, event.type).begins_turn)
      turns.push({ seat: (event as { seat: number }).seat, events: [event] });
    else if (last && last.seat !== null) last.events.push(event);
    else turns.push({ seat: null, events: [event] });
  }
  return turns;
}
