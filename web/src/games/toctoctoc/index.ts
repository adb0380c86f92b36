import type { GameClient } from "../game";
import { PICTURES } from "./art";
import Feast from "./Feast.svelte";
import { TIPS } from "./lesson";
import Score from "./Score.svelte";
import { SOUNDS } from "./sounds";
import { spoils } from "./spoils";
import Table from "./Table.svelte";
import { ASKS, dealt, question } from "./words";

export default {
  Table,
  hasHand: true,
  Score,
  Feast,
  spoils,
  tips: TIPS,
  sounds: SOUNDS,
  pictures: PICTURES,
  asked: question,
  asks: ASKS,
  dealt,
} satisfies GameClient<"toctoctoc">;
