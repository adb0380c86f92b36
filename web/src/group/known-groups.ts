/** Stores the groups that this device knows, with the last table of each, and the chair that a member takes there. */

import { onDevice } from "../lib/storage";
import type { GroupShown } from "../protocol";

export interface Known {
  id: string;
  name: string;
  /** the code of its last table */
  table: string;
  /** the faces of the other members, and the game that they played last, as this device saw them */
  faces?: string[];
  game?: string;
}

const KEY = "toctoc:groups";
const MAX_KNOWN_GROUPS = 20;
const MAX_FACES = 4;
const wanted = new Map<string, number>();

/** Return the groups, the last one first. */
export function groups(): Known[] {
  const kept = onDevice.read<Known[]>(KEY);
  return Array.isArray(kept) ? kept : [];
}

type Shown = Pick<GroupShown, "id" | "name" | "table"> & Partial<Pick<GroupShown, "members" | "games">>;

export function remember({ id, name, table, members = [], games = [] }: Shown): void {
  const others = groups().filter((one) => one.id !== id);
  const faces = members.flatMap(({ avatar, you }) => (avatar && !you ? [avatar] : [])).slice(0, MAX_FACES);
  const known = { id, name, table, faces, ...(games[0] && { game: games[0].game }) };
  onDevice.write(KEY, [known, ...others].slice(0, MAX_KNOWN_GROUPS));
}

export function forget(id: string): void {
  onDevice.write(
    KEY,
    groups().filter((one) => one.id !== id),
  );
}

/** Return the group that uses a table, as far as this device knows. */
export function groupAt(code: string): Known | undefined {
  return groups().find(({ table }) => table === code);
}

/** Want a chair at a table that is about to be opened. */
export function wantChair(code: string, chair: number): void {
  wanted.set(code, chair);
}

/** Return which of the free chairs to sit down in, once: one's own, or the first. Null where none is wanted. */
export function chairAt(code: string, free: readonly number[]): number | null {
  const chair = wanted.get(code);
  if (chair === undefined || free.length === 0) return null;
  wanted.delete(code);
  return free.includes(chair) ? chair : free[0]!;
}
