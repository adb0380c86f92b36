/** Reads the fields of a game's record that a check needs (docs/reference/record.md), and trusts nothing in it. */

import { allFacts } from "../model/facts";
import type { ReplayPlayer } from "../protocol";

/** The contribution of a seat's device; no part if it was skipped, nothing without a device. */
interface Given {
  hash?: string;
  part?: string;
}

export interface Fair {
  number: number;
  commitment: string;
  secret: string;
  seats: Given[];
}

export interface GameRecord {
  game: string;
  seats: ReplayPlayer[];
  steps: [who: number | "chance", what: string, by?: string][];
  result: { reason: string };
  fair?: Fair;
  lesson?: true;
}

/** Return the record, if it is one as far as the check reads it. */
export function readRecord(data: unknown): GameRecord | null {
  if (!isObject(data) || !allFacts().some(({ name }) => name === data.game)) return null;
  const { seats, steps, result, fair, lesson } = data;
  const isWhole =
    isList(seats) &&
    seats.every((seat) => isObject(seat) && typeof seat.name === "string") &&
    isList(steps) &&
    steps.every((step) => isList(step) && typeof step[1] === "string") &&
    isObject(result) &&
    typeof result.reason === "string" &&
    (fair === undefined || isFair(fair, seats.length)) &&
    (lesson === undefined || (lesson === true && fair === undefined));
  return isWhole ? (data as unknown as GameRecord) : null;
}

function isFair(data: unknown, players: number): boolean {
  if (!isObject(data) || !isList(data.seats) || data.seats.length !== players) return false;
  const { number, commitment, secret, seats } = data;
  return (
    Number.isInteger(number) &&
    isBytes(commitment) &&
    isBytes(secret) &&
    seats.every((seat) => isObject(seat) && isGiven(seat as Given))
  );
}

function isGiven({ hash, part }: Given): boolean {
  return (hash === undefined || isBytes(hash)) && (part === undefined || (isBytes(part) && hash !== undefined));
}

const isBytes = (data: unknown) => typeof data === "string" && /^[0-9a-f]{64}$/.test(data);
const isList = (data: unknown): data is unknown[] => Array.isArray(data);
const isObject = (data: unknown): data is Record<string, unknown> =>
  typeof data === "object" && data !== null && !isList(data);
