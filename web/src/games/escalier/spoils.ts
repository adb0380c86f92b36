/** The pile of cards that a player has won (E11): their number only. */

import type { EscalierView } from "../../protocol";
import type { Spoil } from "../game";
import { picture } from "./art";

export function spoils({ scores }: EscalierView, seat: number): Spoil[] {
  return scores[seat]! > 0 ? [{ picture: picture("back"), many: scores[seat]! }] : [];
}
