/** Orders the players at the end of a game. */

import { factsOf } from "../model/facts";
import type { Any } from "../model/scene";

export interface Place {
  seat: number;
  score: number;
  /** 1 for all winners; equals share a place, and the next ones come after all of them */
  place: number;
}

/** Return the seats by place. Where few points are good (`lowest_wins`), winners come first all the same. */
export function places(game: string, { scores, winners }: Pick<Any<"view">, "scores" | "winners">): Place[] {
  const sign = factsOf(game).lowest_wins ? -1 : 1;
  const worth = (seat: number) => (winners?.includes(seat) ? Infinity : sign * scores[seat]!);
  return [...scores.keys()]
    .map((seat) => ({
      seat,
      score: scores[seat]!,
      place: 1 + [...scores.keys()].filter((other) => worth(other) > worth(seat)).length,
    }))
    .sort((one, other) => one.place - other.place);
}
