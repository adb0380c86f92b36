/** The row that a player has at the end of the last round, when all cards lie open (C23). */

import type { ChocottesView } from "../../protocol";
import type { Spoil } from "../game";
import { face } from "./art";
import { printed } from "./art/printed";

export function spoils({ rows }: ChocottesView, seat: number): Spoil[] {
  return (rows?.[seat] ?? []).map((card) => ({ picture: face(card), printed: printed(card) }));
}
