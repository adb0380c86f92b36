/**
 * Stores the games of this device, each under its own key of the browser's storage: two tabs do not overwrite each
 * other, and a corrupt entry harms no other game.
 */

import { onDevice } from "../lib/storage";
import { forgetTries } from "./daily-tries";
import { FORMAT, type Played, readPlayed } from "./played-game";

const PREFIX = `toctoc:game:${FORMAT}:`;
const PROBE = "toctoc:probe";
const TYPICAL_GAME_CHARACTERS = 600; // characters of a game
/** The newest games, at most. They fill about a third of the storage of a page, so that the settings have room. */
const MAX_GAMES = 3000;

const nameOf = (id: string) => PREFIX + id;

/** Return all games, the newest first. */
export function games(): Played[] {
  const found = onDevice.names(PREFIX).map((name) => readPlayed(onDevice.read(name)));
  return found.filter((one) => one !== null).sort(newestFirst);
}

/** Keep some games, but those that are here already; return how many are new. */
export function keep(...played: readonly Played[]): number {
  const added = played.filter((one) => {
    const isNew = readPlayed(onDevice.read(nameOf(one.id))) === null;
    if (isNew) onDevice.write(nameOf(one.id), one);
    return isNew;
  });
  makeRoom();
  return added.length;
}

/** Forget the oldest, if there are more than so many. */
export function makeRoom(most = MAX_GAMES): void {
  if (onDevice.names(PREFIX).length > most) for (const old of games().slice(most)) forget(old.id);
}

export function forget(id: string): void {
  onDevice.forget(nameOf(id));
}

export function forgetAll(): void {
  onDevice.names(PREFIX).forEach((name) => onDevice.forget(name));
  forgetTries();
}

/** Return the game with a number at a table of this server, if it was played on this device. */
export function played(code: string, number: number): Played | undefined {
  return games().find((one) => one.code === code && one.number === number && one.server === location.origin);
}

/** Note that the server no longer has a game, so that no link leads to its replay. */
export function lose(code: string, number: number): void {
  const one = played(code, number);
  if (one) onDevice.write(nameOf(one.id), { ...one, lost: true });
}

/** Tell whether a write now outlasts the page: not where storage is forbidden or full. */
export function isLasting(): boolean {
  const isKept = onDevice.write(PROBE, "x".repeat(TYPICAL_GAME_CHARACTERS));
  onDevice.forget(PROBE);
  return isKept;
}

function newestFirst(one: Played, other: Played): number {
  return other.at - one.at || other.number - one.number || (one.id < other.id ? -1 : 1);
}
