/** Recognises the moment of a tip by the learner's view and legal actions, never by a fixed course. */

import { type Moves, readEach } from "../model/notation";
import type { GameName, Games, Scene } from "../model/scene";

export interface Tip<G extends GameName = GameName> {
  /** its words are `lesson.GAME.ID` of the catalogues */
  id: string;
  /** the rule behind it */
  clause: string;
  /** whether its moment is now; a tip goes by itself when its moment has passed */
  when(scene: Scene<G>): boolean;
  /** about a decision that waits for the learner: it precedes tips that can wait */
  asks?: true;
  /** only where the learner strays from the arranged game: it is not one of the dots of the lesson */
  isSpare?: true;
  /** its subject: a CSS selector inside the table; nothing shines without one */
  target?: string;
}

/** Tell whether the learner may now do something of this kind. */
export function may<G extends GameName>(scene: Scene<G>, kind: Moves[G]["is"]): boolean {
  return readEach(scene.game, scene.legal(scene.seat), kind).length > 0;
}

/** Tell whether something happened in the last moments. */
export function recent<G extends GameName, T extends Games[G]["event"]["type"]>(
  scene: Scene<G>,
  type: T,
  test: (event: Extract<Games[G]["event"], { type: T }>) => boolean = () => true,
): boolean {
  return scene.happened.some(
    ({ event }) => event.type === type && test(event as Extract<Games[G]["event"], { type: T }>),
  );
}

/** Return the tip to be shown: one at a time, and the one that is shown stays, unless a decision is asked for. */
export function tipNow<G extends GameName>(
  tips: readonly Tip<G>[],
  scene: Scene<G>,
  seen: ReadonlySet<string>,
  shown: string | null,
): Tip<G> | null {
  const due = tips.filter((tip) => !seen.has(tip.id) && tip.when(scene));
  const kept = due.find((tip) => tip.id === shown);
  const asking = due.find((tip) => tip.asks);
  if (kept && (kept.asks || !asking)) return kept;
  return asking ?? due[0] ?? null;
}
