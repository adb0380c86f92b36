/**
 * Stores the commitments of daily deals that this device was shown, to compare them with the secrets revealed later.
 */

import { onDevice } from "../lib/storage";
import { digest } from "../live/shuffle";
import type { Daily, DailyBefore } from "../protocol";

interface Seal {
  /** the day and the game */
  of: string;
  commitment: string;
  /** whether it was shown before that day began */
  early: boolean;
}

const KEY = "toctoc:seals";
const MAX_SEALS = 60;

function seals(): Seal[] {
  const kept = onDevice.read<Seal[]>(KEY);
  return Array.isArray(kept) ? kept : [];
}

/**
 * Store the commitments shown now. The first one of a deal stays: a different one later shows that it was exchanged.
 */
export function keepSeals({ day, games }: Daily): void {
  const shown = games.flatMap(({ game, commitment, next_commitment }) => [
    { of: `${after(day)}/${game}`, commitment: next_commitment, early: true },
    { of: `${day}/${game}`, commitment, early: false },
  ]);
  const known = seals();
  const fresh = shown.filter(({ of }) => !known.some((seal) => seal.of === of));
  if (fresh.length > 0) onDevice.write(KEY, [...fresh, ...known].slice(0, MAX_SEALS));
}

function after(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** The result of a check: `early` and `late` say when this device was shown the commitment that matches. */
export type Fit = "early" | "late" | "fits" | "wrong";

export function fitOf(game: string, { day, commitment, secret }: DailyBefore): Fit {
  const seen = seals().find(({ of }) => of === `${day}/${game}`);
  if (digest(secret) !== commitment || (seen && seen.commitment !== commitment)) return "wrong";
  return seen ? (seen.early ? "early" : "late") : "fits";
}
