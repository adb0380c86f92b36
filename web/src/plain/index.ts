/** Draws a table in words, from data alone: of games without a folder here, and of all for those who like it better. */

import type { GameClient } from "../games/game";
import Table from "./Table.svelte";

export default { Table, tips: [], sounds: {} } as unknown as GameClient;
