/** Finds the picture on the box of a game that the page brings along. */

const COVERS = import.meta.glob<string>("../games/*/art/cover.svg", { eager: true, query: "?url", import: "default" });

export function coverOf(game: string): string | undefined {
  return COVERS[`../games/${game}/art/cover.svg`];
}
