/** Names of players, as the server keeps them apart. */

import { MAX_NAME } from "../lib/settings.svelte";

/** Return the name that a player gets at a table where others have these names: "Zoé", or else "Zoé 2". */
export function distinctName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map((other) => other.toLowerCase()));
  let distinct = name;
  for (let number = 2; taken.has(distinct.toLowerCase()); number += 1) {
    const ending = ` ${number}`;
    distinct = name.slice(0, MAX_NAME - ending.length).trimEnd() + ending;
  }
  return distinct;
}
