/** The games that this page can draw: one line a game. Each comes when it is played. */

import { fetchPictures } from "../lib/prefetch";
import { isOurs } from "../model/facts";
import type { GameName } from "../model/scene";
import type { Achievement } from "./achievement";
import type { GameClient } from "./game";

const CLIENTS: { [G in GameName]: () => Promise<{ default: GameClient<G> }> } = {
  toctoctoc: () => import("./toctoctoc"),
  chocottes: () => import("./chocottes"),
  escalier: () => import("./escalier"),
};

const ACHIEVEMENTS: { [G in GameName]: () => Promise<{ default: readonly Achievement<G>[] }> } = {
  toctoctoc: () => import("./toctoctoc/achievements"),
  chocottes: () => import("./chocottes/achievements"),
  escalier: () => import("./escalier/achievements"),
};

/** Load the achievements of a game; a game without a folder has none. */
export async function loadAchievements(game: string): Promise<readonly Achievement[]> {
  return isOurs(game) ? ((await ACHIEVEMENTS[game]()).default as readonly Achievement[]) : [];
}

/**
 * Load a game's folder, and its pictures. Which game it is shows only when it is played; the scenes that it draws are
 * of the same game. A game without a folder, and every game if `isText`, is drawn in words.
 */
export async function loadGame(game: string, isText: boolean): Promise<GameClient> {
  const { default: client } = await (isOurs(game) && !isText ? CLIENTS[game]() : import("./text"));
  fetchPictures(client.pictures);
  return client as GameClient;
}
