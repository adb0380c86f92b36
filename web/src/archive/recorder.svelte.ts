/**
 * Adds the games of this device to the archive. A game in progress is noted; when it is over, the note is replaced by
 * its result, from the table or later from the server's record. So each game is stored once, and stays deleted.
 */

import { untrack } from "svelte";
import type { LiveTable } from "../live/table.svelte";
import { places } from "../ending/places";
import { onDevice } from "../lib/storage";
import { api, ApiError } from "../live/api";
import { isLocal } from "../live/host";
import { askServer, isWithout } from "../live/server.svelte";
import type { Lobby, Replay } from "../protocol";
import { canEarn, earned } from "./achievements";
import { noteTry } from "./daily-tries";
import { type Played, readPlayed } from "./played-game";
import { keep, played } from "./store";

/** Follow the table, for as long as the component that calls this while it is set up. */
export function recordGames(at: () => LiveTable | null): void {
  // As a text: it changes with the game and the seats, not with every move.
  const now = $derived(situation(at()));
  $effect(() => {
    if (now === null) return;
    untrack(() => {
      const table = at()!;
      const lobby = table.lobby!;
      const isPlaying = lobby.stage === "playing";
      if (isPlaying) note(lobby, ownSeats(table));
      else if (lobby.daily && lobby.stage === "over" && ownSeats(table).length > 0)
        noteTry(lobby.daily, lobby.game, null);
      // Of an earlier game too: others may have gone on without us.
      settle(table.code, isPlaying ? lobby.number : null).catch(() => {});
    });
  });
}

function situation(table: LiveTable | null): string | null {
  if (!table?.lobby || !table.hasGame) return null;
  return [table.code, table.lobby.stage, table.lobby.number, ...ownSeats(table)].join();
}

/** Return the seats of the game: a chair for the next one is none. */
function ownSeats(table: LiveTable): number[] {
  return table.mine.filter((seat) => seat < table.view.scores.length);
}

interface Note {
  id: string;
  at: number;
  code: string;
  number: number;
  mine: number[];
  hints: boolean;
}

const KEY = "toctoc:playing";
const MAX_NOTES = 20; // games that never come to their end are forgotten after so many others
const BUSY_TRIES = 8;
const BUSY_PAUSE_MS = 1000;
const ID_LENGTH = 16; // of the commitment: long enough to be unique

function notes(): Note[] {
  const kept = onDevice.read<Note[]>(KEY);
  return Array.isArray(kept) ? kept : [];
}

/** Return the seats that were played on this device in a game, also while its result is still on the way. */
export function seatsPlayed(code: string, number: number): readonly number[] {
  const noted = notes().find((one) => one.code === code && one.number === number);
  return (played(code, number) ?? noted)?.mine ?? [];
}

/** Note that a game is played in these seats of this device; in none, that it is not its own any more. */
export function note({ code, number, commitment, settings }: Lobby, mine: readonly number[], now = Date.now()): void {
  if (isWithout("my-games")) return;
  const id = commitment.slice(0, ID_LENGTH);
  const known = notes().find((one) => one.id === id);
  const others = notes().filter((one) => one.id !== id);
  if (mine.length === 0 && !known) return;
  const noted = { id, at: known?.at ?? now, code, number, mine: [...mine], hints: settings.hints ?? false };
  onDevice.write(KEY, mine.length === 0 ? others : [noted, ...others].slice(0, MAX_NOTES));
}

function drop(id: string): void {
  onDevice.write(
    KEY,
    notes().filter((one) => one.id !== id),
  );
}

/**
 * Store the results of noted games that are over: of all tables, or of `code` only; not of the game number `current`.
 * Tables on this device settle their own games, without a server: asking for others would start the engine.
 */
export async function settle(code?: string, current: number | null = null): Promise<void> {
  const isDue = (one: Note) =>
    code === undefined ? !isLocal(one.code) || settling.has(one.id) : one.code === code && one.number !== current;
  const due = notes().filter(isDue);
  if (due.length === 0) return;
  await askServer().catch((error: unknown) => {
    if (!due.every((one) => isLocal(one.code))) throw error;
  });
  for (const one of due) {
    if (isWithout("my-games")) drop(one.id);
    else await settleOnce(one);
  }
}

const settling = new Map<string, Promise<void>>(); // the page and the result both wait for the same game

function settleOnce(noted: Note): Promise<void> {
  const { id } = noted;
  if (!settling.has(id))
    settling.set(
      id,
      settleOne(noted).finally(() => settling.delete(id)),
    );
  return settling.get(id)!;
}

async function settleOne(noted: Note): Promise<void> {
  try {
    const game = ended(noted, await api.record(noted.code, noted.number));
    if (game) keep(canEarn(game) ? { ...game, ...(await feats(game)) } : game);
    drop(noted.id);
  } catch (error) {
    // Without a connection, or while the game goes on, the next visit asks again.
    if (error instanceof ApiError && error.code === "table/unknown") drop(noted.id);
  }
}

/** Return the achievements of a game; a game of other rules has none. */
async function feats({ code, number, mine }: Played): Promise<Pick<Played, "earned">> {
  try {
    const names = await earned(await patientReplay(code, number), mine);
    return names.length > 0 ? { earned: names } : {};
  } catch (error) {
    if (error instanceof ApiError && error.code === "record/old") return {};
    throw error; // the next visit asks again
  }
}

/** Return the replay, also from a server that is busy with others for some seconds. */
async function patientReplay(code: string, number: number, tries = BUSY_TRIES): Promise<Replay> {
  try {
    return await api.replay(code, number);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "record/busy" || tries <= 1) throw error;
    await new Promise((done) => setTimeout(done, BUSY_PAUSE_MS));
    return patientReplay(code, number, tries - 1);
  }
}

/** Return a game as its record tells it, from this device's seats; null if the record is none. */
export function ended({ hints, ...noted }: Note, record: unknown): Played | null {
  const { game, seats, result, lesson } = record as { game: string; seats: unknown; result: Result; lesson?: true };
  if (!Array.isArray(result?.scores) || !Array.isArray(result.winners)) return null;
  const found = places(game, result).sort((one, other) => one.seat - other.seat);
  return readPlayed({
    ...noted,
    server: location.origin,
    game,
    players: seats,
    scores: result.scores,
    places: found.map(({ place }) => place),
    ...(lesson && { lesson }),
    ...(hints && { hints }),
  });
}

interface Result {
  scores: number[];
  winners: number[];
}
