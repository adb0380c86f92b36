/** The question, in one short line and in pictures. */

import type { Values } from "../../lang/catalogue";
import * as aid from "../../lang/aid";
import { say } from "../../lang/language.svelte";
import { speakerOf } from "../../lang/speech";
import type { Scene } from "../../model/scene";
import type { Pictogram } from "../../lib/pictograms";
import { type ChocottesAction, type ChocottesCard, GAMES } from "../../protocol";
import { EFFECTS } from "./art";

export interface Prompt {
  /** a text of `chocottes.web`; the speaker fills its blanks `seat` and `value` */
  key: string;
  values: Values;
  signs: Pictogram[];
}

/** Return a value that is sought with its article: `an 8`. */
function numbered(value: number | undefined): string {
  return say(`chocottes.web.number.${value}`);
}

function asked(scene: Scene<"chocottes">, hasPicked: boolean): Prompt | null {
  const { phase, window, effects, active, looks } = scene.view;
  if (phase === "look") {
    const n = GAMES.chocottes.constants.memorised! - (looks[scene.seat ?? 0] ?? 0);
    return { key: "web.ask.look", values: { n }, signs: Array<Pictogram>(Math.max(0, n)).fill("look") };
  }
  if (phase === "turn") return { key: "web.ask.turn", values: {}, signs: ["your-turn", "draw", "knock"] };
  if (phase === "place") return { key: "web.ask.place", values: {}, signs: ["your-turn", "exchange", "discard"] };
  if (phase === "window")
    return { key: "web.ask.window", values: { number: numbered(window?.value) }, signs: ["throw"] };
  const value = effects[0]?.value;
  if (phase !== "effect" || value === undefined) return null;
  const sign = EFFECTS[value];
  const step = hasPicked ? `${value}.second` : `${value}`;
  return { key: `web.ask.${step}`, values: { seat: active }, signs: sign ? ["your-turn", sign] : ["your-turn"] };
}

/** Instead of a question: throws pause, while all look at a card. */
export const PAUSED: Prompt = { key: "web.wait.paused", values: {}, signs: ["wait", "look"] };

export function promptOf(
  scene: Scene<"chocottes">,
  legal: readonly ChocottesAction[],
  hasPicked: boolean,
): Prompt | null {
  const { phase, window, effects, active } = scene.view;
  const isOnItsWay = scene.sent !== null && scene.seat !== null && scene.view.to_act.includes(scene.seat);
  if (legal.length > 0 || isOnItsWay) return asked(scene, hasPicked);
  if (phase === "look") {
    const { to_act } = scene.view;
    const values = { players: speakerOf(scene).playerList(to_act), n: to_act.length };
    return { key: "web.wait.look", values, signs: ["wait", "look"] };
  }
  if (phase === "window")
    return { key: "web.wait.window", values: { number: numbered(window?.value) }, signs: ["wait", "throw"] };
  const effect = effects[0];
  if (phase === "effect" && effect) {
    const sign = EFFECTS[effect.value];
    return { key: "web.wait.effect", values: { ...effect }, signs: sign ? ["wait", sign] : ["wait"] };
  }
  if ((phase === "turn" || phase === "place") && active !== null && active !== scene.seat) {
    return { key: "web.wait.turn", values: { seat: active }, signs: ["wait"] };
  }
  return null;
}

/** The event that a question already mentions, by phase. */
export const ASKS = { place: "YouDrew" } as const;

/** Return the question to the viewer, without mention of taps. */
export function question(scene: Scene<"chocottes">): string {
  const { phase, window, effects, active } = scene.view;
  const speaker = speakerOf(scene);
  if (phase === "window") return speaker.text("web.ask.window", { number: numbered(window?.value) });
  if (phase === "place") return speaker.text("ask.place", { card: scene.own?.drawn });
  if (phase === "effect") return speaker.text(`ask.effect.${effects[0]?.value}`, { seat: active });
  return speaker.text(`ask.${phase}`);
}

/** Ask the same in the fewest words: which value is sought, which card was drawn, is still said. */
export function shortly(scene: Scene<"chocottes">): string {
  const { phase, window, effects } = scene.view;
  const number = window ? numbered(window.value) : "";
  return speakerOf(scene).text(`web.short.${phase}`, { number, card: scene.own?.drawn, value: effects[0]?.value });
}

/** Return one sentence about the deal. */
export function dealt({ view }: Scene<"chocottes">): string {
  return say("chocottes.web.dealt", { n: Math.max(...view.row_sizes) });
}

/** Explain an open card; a back has no explanation. */
export const explained = (card: ChocottesCard | null): aid.Explained[] =>
  aid.explained({ game: "chocottes", options: {} }, card === null ? [] : [card]);
