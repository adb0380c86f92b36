/** Keeps the tables of earlier visits, so that a second visit finds them again. */

import { onDevice } from "../lib/storage";

interface Recent {
  code: string;
  game: string;
  lesson: boolean;
  /** whether this device had a seat there */
  seated?: boolean;
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
  onDevice.write(KEY, [{ seated: wasSeated(table.code), ...table }, ...others].slice(0, KEPT));
}

/** Note whether this device has a seat at a table: if the cookie is lost, the page can say what happened. */
export function noteSeat(code: string, seated: boolean): void {
  onDevice.write(
    KEY,
    recent().map((one) => (one.code === code ? { ...one, seated } : one)),
  );
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
