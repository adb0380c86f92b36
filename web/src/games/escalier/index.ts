import type { GameClient } from "../game";
import { TIPS } from "./lesson";
import { SOUNDS } from "./sounds";
import Table from "./Table.svelte";

export default { Table, counted: "result.cards", tips: TIPS, sounds: SOUNDS } satisfies GameClient<"escalier">;
