/** Tells who at a table is ready for another game. */

import { texts } from "../lang/language.svelte";
import { Speaker } from "../lang/speech";
import type { Seated } from "../model/seats";

/** A player as the row of the ready shows them. */
export interface Face {
  seat: number;
  player: Seated;
  name: string;
  isReady: boolean;
}

/** Return the players of a table; bots are always ready. */
export function facesOf({ game, players }: { game: string; players: readonly Seated[] }): Face[] {
  const speaker = new Speaker(texts(), game, players, null);
  return players.flatMap((player, seat) => {
    const isReady = player.kind === "bot" || player.again === true;
    return player.kind === "free" ? [] : [{ seat, player, name: speaker.player(seat), isReady }];
  });
}
