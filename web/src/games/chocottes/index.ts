import type { GameClient } from "../game";
import { TIPS } from "./lesson";
import Score from "./Score.svelte";
import { SOUNDS } from "./sounds";
import Table from "./Table.svelte";

export default { Table, Score, tips: TIPS, sounds: SOUNDS } satisfies GameClient<"chocottes">;
