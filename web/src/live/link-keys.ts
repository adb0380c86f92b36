/**
 * Stores the keys of tables. In a link the key follows the code: the server limits guesses of codes, and whoever has
 * the key never meets this limit.
 */

import { onDevice } from "../lib/storage";

const KEY = "toctoc:keys";
const MAX_KEYS = 200; // of the tables that were seen last
const PLACE = /^(.*\d)-([a-z2-7]{10}|[a-z2-7]{6})$/i;

type Known = [code: string, key: string][];

function known(): Known {
  const kept = onDevice.read<Known>(KEY);
  return Array.isArray(kept) ? kept : [];
}

/** Note the key of a table; a table on this device has none. */
export function learnKey(code: string, key: string | undefined): void {
  const [newest] = known();
  if (!code || !key || (newest?.[0] === code && newest[1] === key)) return;
  const others = known().filter(([one]) => one !== code);
  onDevice.write(KEY, [[code, key], ...others].slice(0, MAX_KEYS));
}

/** Return a code with `key`, or with the one that this device knows; one that is there already stays. */
export function keyed(place: string, key?: string): string {
  if (PLACE.test(place)) return place;
  const found = key ?? known().find(([code]) => code === place)?.[1];
  return found ? `${place}-${found}` : place;
}

/** Return the code in a part of a path, without its key. */
export function codeOf(place: string): string {
  return PLACE.exec(place)?.[1] ?? place;
}

/** Return the path of a table's page, with its key. */
export const tablePath = (code: string, key?: string): string => `/t/${keyed(code, key)}`;

/** Return the path of the replay of a game, with the table's key. */
export const replayPath = (code: string, number: number, key?: string): string =>
  `/replay/${keyed(code, key)}/${number}`;
