/** Finds the events that reveal something. */

import { eventFacts, isReveal } from "./facts";
import type { SceneBefore, Unshown } from "./held.svelte";
import type { GameName, Happened } from "./scene";

/** Return the events of an update that reveal something, up to a deal: what follows belongs to another scene. */
export function unshownOf(game: GameName, fresh: readonly Happened[], before: SceneBefore): Unshown[] {
  const deal = fresh.findIndex(({ event }) => eventFacts(game, event.type).setting);
  return (deal < 0 ? fresh : fresh.slice(0, deal)).flatMap(({ key, event }) => {
    const { reveals: fields = [] } = eventFacts(game, event.type);
    return fields.length > 0 ? [{ ...before, key, fields, isTold: !isReveal(game, event) }] : [];
  });
}
