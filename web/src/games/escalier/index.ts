import type { GameClient } from "../game";
import { PICTURES } from "./art";
import Feast from "./Feast.svelte";
import { TIPS } from "./lesson";
import { SOUNDS } from "./sounds";
import { spoils } from "./spoils";
import Table from "./Table.svelte";
import { ASKS, repeated } from "./words";

export default {
  Table,
  Feast,
  spoils,
  tips: TIPS,
  sounds: SOUNDS,
  pictures: PICTURES,
  asked: repeated,
  asks: ASKS,
} satisfies GameClient<"escalier">;
