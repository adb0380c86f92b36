/** Says which scripts travel together: each file is a round trip where the line is slow. */

import type { Rolldown } from "vite";

/** What a table is made of: the page around it, or a replay, and a game; who comes to a group goes on to its table. */
export const TABLES = /\/src\/pages\/tables\.ts$/;
export const GAME = /\/src\/games\/(?!text\/)(\w+)\/index\.ts$/;
const OF_A_GAME = /\/src\/games\/(?!text\/)(\w+)\//;
const OF_TABLES = [TABLES, GAME, /\/src\/pages\/(Replay|Group)\.svelte$/, /\/src\/games\/text\/index\.ts$/];

/** Put into one file what several of them need, and into another what a game's table and other pages need of it. */
export function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const seen = new Set<string>();
  const found = new Set<string>();
  const climb = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    const { importers = [], dynamicImporters = [] } = context.getModuleInfo(at) ?? {};
    if (dynamicImporters.length > 0) found.add(at);
    importers.forEach(climb);
  };
  climb(id);
  const roots = [...found].filter((root) => OF_TABLES.some((pattern) => pattern.test(root.replaceAll("\\", "/"))));
  if (roots.length > 1) return "shared";
  const game = OF_A_GAME.exec(id.replaceAll("\\", "/"))?.[1];
  return game && roots.length === 1 && found.size > 1 ? `${game}-too` : null;
}
