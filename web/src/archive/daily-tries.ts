/** Stores this device's tries of the daily deal: those of the last day, and how many days in a row there were. */

import { onDevice } from "../lib/storage";

/** The comparison of a try with those of bots. */
export interface Better {
  worse: number;
  tries: number;
}

interface Kept {
  /** the last day that the server named, and its end in milliseconds since 1970 */
  day: string;
  ends: number;
  /** the tries of that day that are over, by game; null until the bots have played */
  tried: Record<string, Better | null>;
  /** the last day with a try, and the days in a row until then */
  last: string;
  streak: number;
}

const KEY = "toctoc:daily";
const DAY_MS = 86_400_000;
const NOTHING: Kept = { day: "", ends: 0, tried: {}, last: "", streak: 0 };

function kept(): Kept {
  return { ...NOTHING, ...onDevice.read<Partial<Kept>>(KEY) };
}

/** Note the current day of the server, and when it ends. */
export function noteDay(day: string, ends: number): void {
  const known = kept();
  onDevice.write(KEY, { ...known, day, ends, tried: known.day === day ? known.tried : {} });
}

/** Note a try that is over, with its comparison once that is known. */
export function noteTry(day: string, game: string, better: Better | null): void {
  const known = kept();
  const isNext = known.last === later(day, -1);
  const streak = known.last === day ? known.streak : isNext ? known.streak + 1 : 1;
  const earlier = known.day === day ? known.tried : {};
  const tried = { ...earlier, [game]: better ?? earlier[game] ?? null };
  onDevice.write(KEY, { ...known, day, tried, last: day, streak });
}

/** Return the best of today's tries, null if the bots still play; and the days in a row, today or until yesterday. */
export function today(now = Date.now()): { isTried: boolean; best: Better | null; streak: number } {
  const { day, ends, tried, last, streak } = kept();
  const past = now < ends ? 0 : Math.floor((now - ends) / DAY_MS) + 1;
  const all = past > 0 ? [] : Object.values(tried);
  const best = all.filter((one) => one !== null).sort((one, other) => other.worse - one.worse)[0] ?? null;
  const isAlive = day !== "" && last >= later(day, past - 1);
  return { isTried: all.length > 0, best, streak: isAlive ? streak : 0 };
}

export function forgetTries(): void {
  onDevice.forget(KEY);
}

function later(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
