/** Marks on the parts of a table: the action of a hint, and an action that a better one replaces. */

import { read, type Moves } from "./notation";
import type { GameName, Scene } from "./scene";

export type ActionMark = "advised" | "crossed";

type Marked<G extends GameName> = Pick<Scene<G>, "game" | "advised" | "crossed">;

/** Return the mark of a part of the table, by the moves that it is about. A part of both actions is advised. */
export function markOf<G extends GameName>(
  { game, advised, crossed }: Marked<G>,
  isAbout: (move: Moves[G]) => boolean,
): ActionMark | null {
  const isMarked = (action: string | null | undefined) => {
    const move = action ? read(game, action) : null;
    return move !== null && isAbout(move);
  };
  if (isMarked(advised)) return "advised";
  return isMarked(crossed) ? "crossed" : null;
}
