import type { GameClient } from "../game";
import { PICTURES } from "./art";
import Feast from "./Feast.svelte";
import { TIPS } from "./lesson";
import Score from "./Score.svelte";
import { SOUNDS } from "./sounds";
import { spoils } from "./spoils";
import Table from "./Table.svelte";
import { spoken } from "./narration";
import { ASKS, dealt, question, shortly } from "./words";

export default {
  Table,
  Score,
  Feast,
  spoils,
  tips: TIPS,
  sounds: SOUNDS,
  pictures: PICTURES,
  asked: question,
  shortly,
  spoken,
  asks: ASKS,
  dealt,
} satisfies GameClient<"chocottes">;
