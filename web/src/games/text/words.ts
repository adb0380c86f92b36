/** Words of the text table, from the facts of its game: the question, cards, marks of the memory aid. */

import { say, texts } from "../../lang/language.svelte";
import { capital, type Speaker, speakerOf } from "../../lang/speech";
import { lostLine } from "../../lang/waiting";
import type { Scene } from "../../model/scene";
import type { FieldFacts, GameFacts } from "../../protocol";
import type { Open } from "./choices";
import type { Catalogue } from "../../lang/catalogue";
import { factsOf } from "../../model/facts";

/** Return the current task, and the players that are to do it. */
export function asked(scene: Scene): string {
  const { view, seat } = scene;
  const key = `${scene.game}.phase.${view.phase}`;
  const what = texts().has(key) ? say(key) : view.phase;
  // While an action is on its way nothing else is asked, but it is still one's own turn.
  if (seat !== null && (scene.legal(seat).length > 0 || view.to_act.includes(seat))) return say("plain.you", { what });
  if (view.to_act.length === 0) return capital(what);
  return lostLine(scene) || say("plain.others", { players: speakerOf(scene).playerList(view.to_act), what });
}

/** Return the cards that are chosen with a part of an action. */
export function cardsOf(facts: GameFacts, { is, ...parts }: Open): string[] {
  const blanks = facts.actions[is]?.blanks ?? {};
  return Object.entries(parts).flatMap(([name, part]) =>
    blanks[name]?.kind === "card" && part !== null ? [String(part)] : [],
  );
}

/** Return the cards that a field of a view shows. */
export function cardsIn({ kind }: FieldFacts, value: unknown): string[] {
  const cards = kind === "card" || kind === "cards" ? [value].flat(3) : [];
  return cards.filter((card): card is string => typeof card === "string");
}

const UNKNOWN = "?";

/** One line for each part that has something to say. */
export function marks(texts: Catalogue, speaker: Speaker, aid: unknown): string[] {
  const { game } = speaker;
  const { where, what } = factsOf(game).aid;

  function said(value: unknown): string {
    if (value === null) return UNKNOWN;
    if (!Array.isArray(value)) return speaker.word(what, value);
    if (value.includes(null)) return value.map(said).join(texts.say("list.comma"));
    if (what === "card") return speaker.cards(value as string[]);
    return value.map((each) => speaker.word(what, each)).join(texts.say("list.comma"));
  }

  function line(label: string, value: unknown): string[] {
    if (isEmpty(value)) return [];
    return [texts.say("field.of-seat", { player: label, value: said(value) })];
  }

  function lines(value: unknown): string[] {
    if (isEmpty(value)) return [];
    if (Array.isArray(value)) {
      const isBySeat = value.every((each) => Array.isArray(each));
      return isBySeat ? value.flatMap((each, seat) => line(speaker.player(seat), each)) : [said(value)];
    }
    return Object.entries(value as object).flatMap(([name, each]) => {
      if (/^\d+$/.test(name)) return line(speaker.player(Number(name)), each);
      const label = `${game}.field.${name}`;
      if (texts.has(label)) return line(texts.say(label), each);
      return Array.isArray(each) ? lines(each) : line(speaker.word(where, name), each);
    });
  }

  return lines(aid);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
}
