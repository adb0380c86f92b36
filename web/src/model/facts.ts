/** Looks up facts of games: ours are generated into protocol.ts, the others come from the server. */

import { type EventFacts, GAMES, type GameFacts } from "../protocol";
import { readBy } from "./notation";

const others = new Map<string, GameFacts>();

/** Tell whether the page brings a game along, with a table and words of its own. */
export function isOurs(game: string): game is keyof typeof GAMES {
  return Object.hasOwn(GAMES, game);
}

/** Remember the games of the server that the page does not bring along. */
export function learnFacts(games: readonly GameFacts[]): void {
  for (const facts of games) if (!isOurs(facts.name)) others.set(facts.name, facts);
}

export function factsOf(game: string): GameFacts {
  const facts = isOurs(game) ? GAMES[game] : others.get(game);
  if (!facts) throw new Error(`nothing is known of a game ${game}`);
  return facts;
}

/** Return the facts of all games that are known, ours first. */
export function allFacts(): GameFacts[] {
  return [...Object.values(GAMES), ...others.values()];
}

/** Return the facts of an event type; for a newer server's unknown type, the usual ones. */
export function eventFacts(game: string, type: string): EventFacts {
  return factsOf(game).events[type] ?? { clause: "" };
}

/** Tell whether an event takes a while to be seen. */
export function isReveal(game: string, { type }: { type: string }): boolean {
  const { show, glimpse, moment, pause } = eventFacts(game, type);
  return show || glimpse || moment || pause || false;
}

/** Tell whether seats race for an action. */
export function isThrow(game: string, action: string): boolean {
  const { actions } = factsOf(game);
  return actions[readBy(actions, action)?.is ?? ""]?.is_throw ?? false;
}

/** Tell whether an event is about a seat: one of its players is that seat, or it shows something of every seat. */
export function concerns(game: string, event: { type: string }, seat: number | null): boolean {
  const { kinds } = factsOf(game);
  const { each = [], pause = false } = eventFacts(game, event.type);
  if (each.length > 0 || pause) return true;
  const isPlayer = (name: string) => (kinds[`${event.type}.${name}`] ?? kinds[name]) === "player";
  return Object.entries(event).some(([name, value]) => isPlayer(name) && [value].flat().includes(seat as never));
}
