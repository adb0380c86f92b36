/** Holds the call of other players to this one, which every page and dialog shows above its content. */

import type { Face } from "./ready";

export interface Call {
  text: string;
  faces: readonly Face[];
  /** null for a player who is ready already, and reads until the game begins */
  answer: { label: string; act: () => void } | null;
  /** until it is too late; null without such a moment */
  seconds: number | null;
}

/**
 * `closed` is the name of the call that the player has closed: another one is shown again. `dialogs` are the open ones,
 * the topmost last: the call stands there alone, and not dimmed below it a second time.
 */
export const call = $state<{ now: Call | null; closed: string; dialogs: string[] }>({
  now: null,
  closed: "",
  dialogs: [],
});

/** Return the name of a call. A ready player's changes when the countdown begins: the game replaces the page soon. */
export function nameOf({ text, answer, seconds }: Call): string {
  return answer === null && seconds !== null ? `${text} …` : text;
}
