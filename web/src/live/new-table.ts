/** Creates a table with a seat for this device in one request, or finds one with other players. */

import { texts } from "../lang/language.svelte";
import { settings as person } from "../lib/settings.svelte";
import { inTab } from "../lib/storage";
import type { Settings } from "../protocol";
import { api } from "./api";
import { sealPart } from "./shuffle";

export interface Wish {
  game: string;
  settings?: Settings | null;
  lesson?: boolean;
  /** start at once, with this bot in the other seats */
  fill?: string;
}

const made = new Set<string>();

/** Make the table and return its code. */
export async function makeTable({ game, settings = null, lesson = false, fill }: Wish): Promise<string> {
  const part = sealPart();
  const start = fill === undefined ? {} : { start: true, fill };
  const host = { name: person.name, avatar: person.avatar, hash: part.hash, ...start };
  const { code } = await api.make({ game, settings, lesson, host, language: texts().language });
  part.keep(code);
  made.add(code);
  return code;
}

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
