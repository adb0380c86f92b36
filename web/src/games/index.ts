/** The games that this page can draw: one line a game. Each comes when it is played. */

import type { GameName } from "../live/types";
import type { GameClient } from "./game";

const CLIENTS: { [G in GameName]: () => Promise<{ default: GameClient<G> }> } = {
  toctoctoc: () => import("./toctoctoc"),
  chocottes: () => import("./chocottes"),
  escalier: () => import("./escalier"),
};

/** Load a game's folder. Which game it is shows only when it is played; the scenes that it draws are of the same game. */
export async function loadGame(game: GameName): Promise<GameClient> {
  return (await CLIENTS[game]()).default as GameClient;
}

/** What the boxes say of themselves: how many play, from which age, how long. */
export const FACTS: Record<GameName, { players: [number, number]; age: number; minutes: string }> = {
  toctoctoc: { players: [3, 5], age: 7, minutes: "15" },
  chocottes: { players: [2, 5], age: 8, minutes: "15–20" },
  escalier: { players: [2, 4], age: 5, minutes: "15–20" },
};
