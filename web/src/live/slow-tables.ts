/** Slow tables: players come by for a move, and the table shows for which player it waits. */

import { say } from "../lang/language.svelte";
import type { Settings } from "../protocol";

export const SLOW = ["hours", "day"] as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const isSlow = ({ clock }: Settings): boolean => SLOW.some((slow) => slow === clock);

/** Say how much time is left, as people do: whole hours, and minutes only in the last one. */
export function timeInWords(left: number): string {
  return left >= HOUR_MS
    ? say("turn.hours", { n: Math.floor(left / HOUR_MS) })
    : say("turn.minutes", { n: Math.max(1, Math.floor(left / MINUTE_MS)) });
}
