/** Draws a table in words, from data alone: for games without a folder here, and for all by choice. */

import type { GameClient } from "../game";
import { asked } from "./words";
import Table from "./Table.svelte";

export default { Table, isStill: true, tips: [], sounds: {}, pictures: [], asked } as unknown as GameClient;
