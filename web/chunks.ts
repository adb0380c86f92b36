/** Groups modules into files: each file costs a round trip on a slow connection. */

import type { Rolldown } from "vite";

/**
 * The entry points of tables: the page around a table, a replay, and each game. A group's page leads to its table, and
 * so does the call to the next game on other pages. A lesson comes with its table.
 */
export const TABLES = /\/src\/pages\/tables\.ts$/;
export const GAME = /\/src\/games\/(?!text\/)(\w+)\/index\.ts$/;
const OF_A_GAME = /\/src\/games\/(?!text\/)(\w+)\//;
const PARTS = /\/src\/(table\/GatheringBar|lesson\/Lesson)\.svelte$/;
const OF_TABLES = [
  TABLES,
  GAME,
  PARTS,
  /\/src\/pages\/(Replay|Group|Screen)\.svelte$/,
  /\/src\/games\/text\/index\.ts$/,
];

/**
 * Put modules that several of these need into one file, and those that a game's table shares with other pages into
 * another.
 */
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
