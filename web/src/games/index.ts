/** The games that this page can draw: one line a game. Each comes when it is played. */

import { fetchPictures } from "../lib/prefetch";
import { isOurs } from "../model/facts";
import type { GameName } from "../model/scene";
import type { Achievement } from "./achievement";
import type { GameClient } from "./game";

interface Folder<G extends GameName> {
  client: () => Promise<{ default: GameClient<G> }>;
  achievements: () => Promise<{ default: readonly Achievement<G>[] }>;
}

const FOLDERS: { [G in GameName]: Folder<G> } = {
  toctoctoc: { client: () => import("./toctoctoc"), achievements: () => import("./toctoctoc/achievements") },
  chocottes: { client: () => import("./chocottes"), achievements: () => import("./chocottes/achievements") },
  escalier: { client: () => import("./escalier"), achievements: () => import("./escalier/achievements") },
};

/** Load the achievements of a game; a game without a folder has none. */
export async function loadAchievements(game: string): Promise<readonly Achievement[]> {
  return isOurs(game) ? ((await FOLDERS[game].achievements()).default as readonly Achievement[]) : [];
}

/**
 * Load a game's folder, and its pictures. Which game it is shows only when it is played; the scenes that it draws are
 * of the same game. A game without a folder, and every game if `isText`, is drawn in words.
 */
export async function loadGame(game: string, isText: boolean): Promise<GameClient> {
  const { default: client } = await (isOurs(game) && !isText ? FOLDERS[game].client() : import("./text"));
  fetchPictures(client.pictures);
  return client as GameClient;
}
