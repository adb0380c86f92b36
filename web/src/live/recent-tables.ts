/** Stores the tables of earlier visits, so that a later visit finds them again. */

import { onDevice } from "../lib/storage";
import { counted } from "../model/seats";
import type { Lobby } from "../protocol";
import { isSlow } from "./slow-tables";

export interface Recent {
  code: string;
  game: string;
  lesson: boolean;
  /** whether this device had a seat there */
  seated?: boolean;
  /** whether one comes by there for a move now and then */
  slow?: boolean;
  /** whether its last game was over, when this device saw it last */
  over?: boolean;
  /** whether it waited for this device then */
  yours?: boolean;
  /** when this device saw it last, in milliseconds */
  seenAt?: number;
  /** the others at the table */
  players?: RecentPlayer[];
}

export interface RecentPlayer {
  name: string;
  bot?: string;
  /** of the bots of its kind: it has a face of its own */
  nth?: number;
  avatar?: string;
}

const KEY = "toctoc:recent";
const MAX_RECENT_TABLES = 6;
const MAX_SLOW_TABLES = 20; // besides: they last for weeks

const EVENING_MS = 3 * 3_600_000;

/** Tell whether a finished table may go on: people were there lately, and could want to play again. */
export function mayGoOn({ seated, players = [], seenAt = 0 }: Recent, now = Date.now()): boolean {
  return seated === true && players.some(({ bot }) => !bot) && now - seenAt < EVENING_MS;
}

/** Return the tables, the last one first. */
export function recent(): Recent[] {
  const kept = onDevice.read<Recent[]>(KEY);
  return Array.isArray(kept) ? kept : [];
}

export function remember(table: Recent): void {
  const others = recent().filter((one) => one.code !== table.code);
  const all = [{ seated: wasSeated(table.code), ...table }, ...others];
  const slow = all.filter((one) => one.slow && one.seated).slice(0, MAX_SLOW_TABLES);
  const lately = all.filter((one) => !slow.includes(one)).slice(0, MAX_RECENT_TABLES);
  onDevice.write(
    KEY,
    all.filter((one) => slow.includes(one) || lately.includes(one)),
  );
}

/** Add facts to a table, if it is one of those. */
export function noteTable(code: string, known: Partial<Recent>): void {
  onDevice.write(
    KEY,
    recent().map((one) => (one.code === code ? { ...one, ...known } : one)),
  );
}

/** Return the facts of a table that a later visit shows; `mine` are the seats of this device. */
export function factsOfTable({ game, settings, stage, seats }: Lobby, mine: readonly number[]): Partial<Recent> {
  const others = counted(seats).filter(({ kind }, seat) => kind !== "free" && !mine.includes(seat));
  const players = others.map(({ name = "", bot, nth, avatar }) => ({
    name,
    ...(bot && { bot }),
    ...(nth && { nth }),
    ...(avatar && { avatar }),
  }));
  return { game, slow: isSlow(settings), over: stage === "over", players, seenAt: Date.now() };
}

/** Note whether this device has a seat at a table: if the cookie is lost, the page can explain it. */
export function noteSeat(code: string, seated: boolean): void {
  noteTable(code, { seated });
}

export function wasSeated(code: string): boolean {
  return recent().some((one) => one.code === code && one.seated === true);
}

export function forget(code: string): void {
  onDevice.write(
    KEY,
    recent().filter((one) => one.code !== code),
  );
}
