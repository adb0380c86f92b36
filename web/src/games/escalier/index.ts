import type { GameClient } from "../game";
import { PICTURES } from "./art";
import { TIPS } from "./lesson";
import { SOUNDS } from "./sounds";
import Table from "./Table.svelte";
import { ASKS, repeated } from "./words";

export default {
  Table,
  tips: TIPS,
  sounds: SOUNDS,
  pictures: PICTURES,
  asked: repeated,
  asks: ASKS,
} satisfies GameClient<"escalier">;
