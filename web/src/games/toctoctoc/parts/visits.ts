/** Finds the knock at the viewer's own door. */

import type { Scene } from "../../../model/scene";
import type { Seated } from "../../../model/seats";
import type { ToctoctocAnswered, ToctoctocCard } from "../../../protocol";

export interface VisitState {
  state: "knocked" | "opened" | "refused";
  visitor: Seated;
  /** the offered card, once it is revealed */
  card: ToctoctocCard | null;
}

/** Return the knock at the viewer's own door, or its answer while `answered` is revealed; null if there is none. */
export function visitOf(
  scene: Scene<"toctoctoc">,
  answered: ToctoctocAnswered | null,
  isFaceSeen: boolean,
): VisitState | null {
  const { seat, view, isReplay, players } = scene;
  if (seat === null || scene.own === null || isReplay || (answered && answered.seat !== seat)) return null;
  if (answered) {
    const { opened, rival, revealer, card } = answered;
    return {
      state: opened ? "opened" : "refused",
      visitor: players[opened ? rival : revealer]!,
      card: isFaceSeen ? card : null,
    };
  }
  if (view.door?.to !== seat) return null;
  return { state: "knocked", visitor: players[view.door.seat]!, card: null };
}
