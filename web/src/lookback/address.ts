/** The address of a look back, in the hash of a replay's page: `#how.1` from seat 1, `#how.1.open` with all open. */

export interface Look {
  seat: number;
  open: boolean;
}

export function lookOf(hash: string): Partial<Look> | null {
  const found = /^#how(?:\.(\d))?(\.open)?$/.exec(hash);
  if (!found) return null;
  return { ...(found[1] === undefined ? {} : { seat: Number(found[1]) }), open: found[2] !== undefined };
}

export function hashOf({ seat, open }: Look): string {
  return `#how.${seat}${open ? ".open" : ""}`;
}
