/** Writes games to a file, and reads them from one: all of it, or nothing and the reason. */

import { FORMAT, type Played, readPlayed } from "./played-game";

const KIND = "toctoc-games";
const MB = 1_000_000;
export const MAX_FILE_MB = 16; // MB

/** Why a file is not read: `mine.bad.…` says it. */
export class BadFile extends Error {
  constructor(
    readonly why: "text" | "other" | "newer" | "game" | "large",
    readonly n = 0,
  ) {
    super(why);
  }
}

/** Return the text of a file with all games. */
export function written(games: readonly Played[]): string {
  return JSON.stringify({ kind: KIND, format: FORMAT, games }, null, 1) + "\n";
}

export function fileName(now: Date): string {
  return `toctoc-${now.toISOString().slice(0, 10)}.json`;
}

/** Return the games in a file. */
export async function readFile(file: Blob): Promise<Played[]> {
  if (file.size > MAX_FILE_MB * MB) throw new BadFile("large", MAX_FILE_MB);
  return readText(await file.text());
}

export function readText(text: string): Played[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new BadFile("text");
  }
  const { kind, format, games } = (data ?? {}) as { kind?: unknown; format?: unknown; games?: unknown };
  if (kind !== KIND || !Number.isInteger(format)) throw new BadFile("other");
  if ((format as number) > FORMAT) throw new BadFile("newer");
  if (!Array.isArray(games)) throw new BadFile("other");
  return games.map((data, at) => {
    const game = readPlayed(data);
    if (game === null) throw new BadFile("game", at + 1);
    return game;
  });
}
