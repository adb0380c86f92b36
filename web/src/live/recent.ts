/** Keeps the tables of earlier visits, so that a second visit finds them again. */

import { onDevice } from "../lib/storage";

interface Recent {
  code: string;
  game: string;
  lesson: boolean;
}

const KEY = "toctoc:recent";
const KEPT = 6;

/** Return the tables, the last one first. */
export function recent(): Recent[] {
  const kept = onDevice.read<Recent[]>(KEY);
  return Array.isArray(kept) ? kept : [];
}

export function remember(table: Recent): void {
  const others = recent().filter((one) => one.code !== table.code);
  onDevice.write(KEY, [table, ...others].slice(0, KEPT));
}

export function forget(code: string): void {
  onDevice.write(
    KEY,
    recent().filter((one) => one.code !== code),
  );
}
