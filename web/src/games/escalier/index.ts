import type { GameClient } from "../game";
import { TIPS } from "./lesson";
import { SOUNDS } from "./sounds";
import Table from "./Table.svelte";

export default { Table, tips: TIPS, sounds: SOUNDS } satisfies GameClient<"escalier">;
