/** Patches views. Apart from scene.ts: the first page needs none. */

/** Return `old` with `changes`: views are sent whole once, then as `name`, or `name/INDEX` for one part of a list. */
export function patched<T extends object>(old: T, changes: object): T {
  const next = { ...old } as Record<string, unknown>;
  for (const [key, value] of Object.entries(changes)) {
    const [name, index] = key.split("/");
    if (index === undefined) {
      next[key] = value;
    } else {
      const parts = [...(next[name!] as unknown[])];
      parts[Number(index)] = value;
      next[name!] = parts;
    }
  }
  return next as T;
}
