/** Creates a table with a seat for this device in one request, or finds one with other players. */

import { texts } from "../lang/language.svelte";
import { settings as person } from "../lib/settings.svelte";
import { inTab } from "../lib/storage";
import { isStatic } from "../lib/site";
import type { Made, NewTable, Settings } from "../protocol";
import { api, ApiError } from "./api";
import { device, server } from "./host";
import { keptEngine } from "./kept-engine.svelte";
import { sealPart } from "./shuffle";

export interface Wish {
  game: string;
  settings?: Settings | null;
  lesson?: boolean;
  /** start at once, with this bot in the other seats */
  fill?: string;
  /** for people on other devices: it is never made on this one */
  isShared?: boolean;
}

const MAX_WAIT_MS = 8_000; // for a server, where the table could be made on this device

const made = new Set<string>();

/** Make the table and return its code. */
export async function makeTable({ game, settings = null, lesson = false, fill, isShared }: Wish): Promise<string> {
  const part = sealPart();
  const start = fill === undefined ? {} : { start: true, fill };
  const host = { name: person.name, avatar: person.avatar, hash: part.hash, ...start };
  const table = { game, settings, lesson, host, language: texts().language };
  const { code } = await (isShared ? api.make(table, {}) : makeSomewhere(table));
  part.keep(code);
  made.add(code);
  return code;
}

/** Make a table at the server; on this device if there is none, or if the engine is kept and it cannot be reached. */
async function makeSomewhere(table: NewTable): Promise<Made> {
  const isKept = !isStatic() && (await keptEngine.look());
  if (isStatic() || (isKept && !navigator.onLine)) return api.make(table, { host: device });
  try {
    return await api.make(table, { host: server, ...(isKept && { signal: AbortSignal.timeout(MAX_WAIT_MS) }) });
  } catch (error) {
    if (!isKept || !isUnreachable(error)) throw error;
    return api.make(table, { host: device });
  }
}

/** Whether no server of ours has answered: a proxy's own page counts as none. */
const isUnreachable = (error: unknown) =>
  error instanceof ApiError && (error.code === "line/lost" || /^http\/50[234]$/.test(error.code));

/** Be led to a table where others wait, or will; not to the one where all chairs were taken. Return its code. */
export async function findMatch(game: string, besides = ""): Promise<string> {
  const { code } = await api.match(game, { language: texts().language, besides });
  want(code);
  made.add(code);
  return code;
}

const wishKey = (code: string) => `toctoc:match:${code}`;

/** Request a seat at a table with strangers; a reload does not forget it. */
export function want(code: string, isWanted = true): void {
  if (isWanted) inTab.write(wishKey(code), true);
  else inTab.forget(wishKey(code));
}

export function isWanted(code: string): boolean {
  return inTab.read<boolean>(wishKey(code)) === true;
}

/** Whether this page has just made that table, and need not ask the server for its own identity there; true once. */
export function isFresh(code: string): boolean {
  return made.delete(code);
}
