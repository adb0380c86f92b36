/** The letters of a game's actions, in the page's language: each occurs in the words of its action. */

import { texts } from "./language.svelte";
import { factsOf } from "../model/facts";
import { NO } from "../lib/keys";

/** Return the actions of a game that have a letter, with it; at the text table those done aside, too. */
export function lettersOf(game: string, isText = false): [string, string][] {
  return Object.entries(factsOf(game).actions)
    .filter(([, { is_aside }]) => isText || !is_aside)
    .map(([action]) => [action, `key.${action}`] as const)
    .filter(([, key]) => texts().has(`${game}.${key}`))
    .map(([action, key]) => [action, texts().say(`${game}.${key}`)]);
}

/** Return the keys of an action: its letter, and `0` where it says no. */
export function letterFor(game: string, action: string): string | undefined {
  const letter = lettersOf(game).find(([name]) => name === action)?.[1];
  return factsOf(game).actions[action]?.is_no && letter ? `${letter} ${NO}` : letter;
}
