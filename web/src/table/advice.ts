import { say, texts } from "../lang/language.svelte";
import { speakerOf } from "../lang/speaker";
import { Speaker } from "../lang/speech";
import { counted, type Seated } from "../lib/bots";
import { factsOf } from "../live/facts";
import { readBy } from "../live/notation";
import { adviserOf } from "../live/server.svelte";
import type { Scene } from "../live/types";
import type { Hinted } from "../protocol";

/** Return who gives hints at a table: one more of the strongest bots, with a name and a face that nobody there has. */
export function adviserAt(table: Scene): { seated: Seated; name: string } {
  const bot = adviserOf(table.game);
  const players = counted([...table.players, { kind: "bot", name: bot, bot }]);
  const speaker = new Speaker(texts(), table.game, players, null);
  return { seated: players.at(-1)!, name: speaker.player(players.length - 1) };
}

/** Say a hint: who gives it, what to do, and why. Of an action that a newer server knows, only the reason is said. */
export function advice(table: Scene, hinted: Hinted): string {
  const speaker = speakerOf(table);
  const read = readBy(factsOf(table.game).actions, hinted.action);
  const words = [
    ...(read && texts().has(`${table.game}.act.${read.is}`) ? [speaker.action(read, "hint")] : []),
    ...(texts().has(`${table.game}.reason.${hinted.reason}`) ? [speaker.reason(hinted)] : []),
  ];
  return say("play.hint", { bot: adviserAt(table).name, advice: words.join(" ") });
}
