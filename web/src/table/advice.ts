import { say, texts } from "../lang/language.svelte";
import { Speaker, speakerOf } from "../lang/speech";
import { counted, type Seated } from "../model/seats";
import { factsOf } from "../model/facts";
import { readBy } from "../model/notation";
import { adviserOf, hasAdviser } from "../live/server.svelte";
import type { LiveTable } from "../live/table.svelte";
import type { Scene } from "../model/scene";
import type { Hinted } from "../protocol";

/** Tell whether hints are ever given in a game. One would remember for the player: see `hints_allowed`. */
export function givesHints(table: LiveTable): boolean {
  const { stage, settings } = table.lobby!;
  const mayRemember = !factsOf(table.game).is_memory || settings.options.memory_aid === true;
  return stage === "playing" && settings.hints && mayRemember && hasAdviser(table.game);
}

/** Return the bot that gives hints at a table: one more of the strongest, with a name and a face that is not in use. */
export function adviserAt(table: Scene): { seated: Seated; name: string } {
  const bot = adviserOf(table.game);
  const players = counted([...table.players, { kind: "bot", name: bot, bot }]);
  const speaker = new Speaker(texts(), table.game, players, null);
  return { seated: players.at(-1)!, name: speaker.player(players.length - 1) };
}

/**
 * Return a hint in words: its bot, the action, and the reason. Of an unknown action of a newer server, the reason only.
 */
export function advice(table: Scene, hinted: Hinted): string {
  const speaker = speakerOf(table);
  const read = readBy(factsOf(table.game).actions, hinted.action);
  const words = [
    ...(read && texts().has(`${table.game}.act.${read.is}`) ? [speaker.action(read, "hint")] : []),
    ...(texts().has(`${table.game}.reason.${hinted.reason}`) ? [speaker.reason(hinted)] : []),
  ];
  return say("play.hint", { bot: adviserAt(table).name, advice: words.join(" ") });
}

/** A line about an action, and how likely one wins after it, in per cent. */
export interface Odds {
  words: string;
  percent: number;
}

/** Say how likely one wins with a hint, and with the next best action; nothing where that is not known. */
export function oddsOf(table: Scene, { action: advised, chances = {} }: Hinted): Odds[] {
  const speaker = speakerOf(table);
  const said = (action: string, percent: number) => say("play.hint.chance", { action, percent }).trim();
  const lines = Object.entries(chances).flatMap(([action, percent]) => {
    if (action === advised) return [{ words: say("play.hint.chances", { chances: said("", percent) }), percent }];
    const read = readBy(factsOf(table.game).actions, action);
    const isKnown = read && texts().has(`${table.game}.act.${read.is}`);
    return isKnown ? [{ words: said(speaker.action(read), percent), percent }] : [];
  });
  return lines.slice(0, 2);
}
