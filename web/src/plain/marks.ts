/** What the memory aid marks, or all that is hidden in a game that is over, in words. Its shape is each game's own. */

import type { Catalogue } from "../lang/catalogue";
import type { Speaker } from "../lang/speech";
import { factsOf } from "../live/facts";

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
