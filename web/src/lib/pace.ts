/** Sets the pace at which this device presents events. The slowest device at a table sets the table's pace. */

import type { Pace as PaceCommand } from "../protocol";
import { settings } from "./settings.svelte";

export const PACES = ["slow", "normal", "fast", "step"] as const;
export type Pace = (typeof PACES)[number];
/** The pace at which bots pause. */
export type BotPace = PaceCommand["pace"];

/** Tells shows how long they last. */
export interface Tempo {
  /** how long something of so many milliseconds lasts */
  stretch(ms: number): number;
  /** whether a show goes on only by a tap */
  readonly isStep: boolean;
}

/** Of reveals and reading; those of bots' pauses are in table/scheduler.py. `off` is for tests: it is not offered. */
const FACTORS: Record<Pace | "off", number> = { slow: 1.8, normal: 1, fast: 0.4, step: 1, off: 0 };
const EXTENDED_TIME_FACTOR = 2;

export const tempo: Tempo = {
  stretch: (ms) => ms * Math.max(FACTORS[settings.pace] ?? 1, settings.isUnhurried ? EXTENDED_TIME_FACTOR : 0),
  get isStep() {
    return settings.pace === "step";
  },
};

/** Return the pace at which bots shall pause. Step by step, taps decide; with extended time, all is slow. */
export function botPace(): BotPace {
  const { pace, isUnhurried } = settings;
  if (isUnhurried || pace === "slow") return "slow";
  return pace === "fast" ? "fast" : "normal";
}

/** The pace of this device where nobody taps: never step by step. */
export const untapped: Tempo = { stretch: (ms) => tempo.stretch(ms), isStep: false };

/** The unchanged pace, for replays. */
export const even: Tempo = { stretch: (ms) => ms, isStep: false };
