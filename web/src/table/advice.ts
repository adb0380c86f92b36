import { say, texts } from "../lang/language.svelte";
import { speakerOf } from "../lang/speaker";
import { factsOf } from "../live/facts";
import { readBy } from "../live/notation";
import { adviserOf } from "../live/server.svelte";
import type { Scene } from "../live/types";
import type { Hinted } from "../protocol";

/** Say a hint: who gives it, what to do, and why. Of an action that a newer server knows, only the reason is said. */
export function advice(table: Scene, hinted: Hinted): string {
  const speaker = speakerOf(table);
  const read = readBy(factsOf(table.game).actions, hinted.action);
  const words = [
    ...(read && texts().has(`${table.game}.act.${read.is}`) ? [speaker.action(read, "hint")] : []),
    ...(texts().has(`${table.game}.reason.${hinted.reason}`) ? [speaker.reason(hinted)] : []),
  ];
  return say("play.hint", { bot: say(`bot.${adviserOf(table.game)}`), advice: words.join(" ") });
}
