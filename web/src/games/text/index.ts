/** Draws a table in words, from data alone: of games without a folder here, and of all for those who like it better. */

import type { GameClient } from "../game";
import { asked } from "./words";
import Table from "./Table.svelte";

export default { Table, isStill: true, tips: [], sounds: {}, pictures: [], asked } as unknown as GameClient;
