/** The three tables; each comes when it is played at. */

import type { Component } from "svelte";

import type { GameName, Scene } from "../live/types";

const TABLES: { [G in GameName]: () => Promise<{ default: Component<{ scene: Scene<G> }> }> } = {
  toctoctoc: () => import("./toctoctoc/Table.svelte"),
  chocottes: () => import("./chocottes/Table.svelte"),
  escalier: () => import("./escalier/Table.svelte"),
};

/** The table of a game that is known only when it is played; its scenes come from the same game. */
export const tableOf = (game: GameName) => TABLES[game]() as Promise<{ default: Component<{ scene: Scene }> }>;

/** What the boxes say of themselves: how many play, from which age, how long. */
export const FACTS: Record<GameName, { players: [number, number]; age: number; minutes: string }> = {
  toctoctoc: { players: [3, 5], age: 7, minutes: "15" },
  chocottes: { players: [2, 5], age: 8, minutes: "15–20" },
  escalier: { players: [2, 4], age: 5, minutes: "15–20" },
};
