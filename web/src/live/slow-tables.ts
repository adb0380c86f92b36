/** Slow tables: one comes by for a move, and the table says for whom it waits. */

import { say } from "../lang/language.svelte";
import type { Settings } from "../protocol";

export const SLOW = ["hours", "day"] as const;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const isSlow = ({ clock }: Settings): boolean => SLOW.some((slow) => slow === clock);

/** Say how much time is left, as people do: whole hours, and minutes only in the last one. */
export function timeInWords(left: number): string {
  return left >= HOUR
    ? say("turn.hours", { n: Math.floor(left / HOUR) })
    : say("turn.minutes", { n: Math.max(1, Math.floor(left / MINUTE)) });
}
