import { say, texts } from "../lang/language.svelte";
import { speakerOf } from "../lang/speaker";
import { factsOf } from "../live/facts";
import { readBy } from "../live/notation";
import { adviserOf } from "../live/server.svelte";
import type { Scene } from "../live/types";
import type { Hinted } from "../protocol";

/** Say a hint: who gives it, what to do, and why. An action of a newer server stays as it is written. */
export function advice(table: Scene, hinted: Hinted): string {
  const speaker = speakerOf(table);
  const read = readBy(factsOf(table.game).actions, hinted.action);
  const known = read && texts().has(`${table.game}.act.${read.is}`);
  return say("play.hint", {
    bot: say(`bot.${adviserOf(table.game)}`),
    action: known ? speaker.action(read) : hinted.action,
    reason: speaker.reason(hinted),
  });
}
