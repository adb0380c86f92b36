/** Games for tests: Anna against two bots of the first level, in the first of the games. */

import { BOTS, GAME_NAMES } from "../protocol";
import type { Played } from "./played-game";

let made = 0;

/** Return a game that Anna has won, with `changes`; each is newer than the one before. */
export function game(changes: Partial<Played> = {}): Played {
  made += 1;
  return {
    id: made.toString(16).padStart(16, "0"),
    at: 1_700_000_000_000 + made,
    server: location.origin,
    code: "hibou-lampe-42",
    number: made,
    game: GAME_NAMES[0],
    players: [{ name: "Anna", avatar: "cat" }, bot(BOTS[0]), bot(BOTS[0])],
    scores: [12, 9, 9],
    places: [1, 2, 2],
    mine: [0],
    ...changes,
  };
}

export const bot = (name: string) => ({ name, bot: name });
export const LOST: Partial<Played> = { scores: [7, 9, 12], places: [3, 2, 1] };
