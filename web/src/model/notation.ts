/** Parses and writes actions by the facts of their game: the only place of the client that spells them. */

import { type ActionFacts, type BlankFacts, type GameName, GAMES, type GameTypes } from "../protocol";

export type Moves = { [G in GameName]: GameTypes[G]["move"] };

type Part = string | number;

/** An action of any game, parsed: the name of its form, and the values of the form's blanks. */
export interface Reading {
  is: string;
  [blank: string]: Part;
}

type Forms = Readonly<Record<string, ActionFacts>>;

/** An action of one of our games, read; null: of a newer server, unknown to this page. */
export function read<G extends GameName>(game: G, action: string): Moves[G] | null {
  return readBy(GAMES[game].actions, action) as Moves[G] | null;
}

export function write<G extends GameName>(game: G, move: Moves[G]): GameTypes[G]["action"] {
  return writeBy(GAMES[game].actions, move as Reading) as GameTypes[G]["action"];
}

/** Of some actions those of one kind, read. */
export function readEach<G extends GameName, K extends Moves[G]["is"]>(
  game: G,
  actions: readonly string[],
  kind: K,
): Extract<Moves[G], { is: K }>[] {
  const moves = actions.map((action) => read(game, action));
  return moves.filter((move): move is Extract<Moves[G], { is: K }> => move?.is === kind);
}

/** An action by the forms of its game. */
export function readBy(forms: Forms, action: string): Reading | null {
  const words = action.split(" ");
  for (const [is, facts] of Object.entries(forms)) {
    const parts = matched(facts, words);
    if (parts) return { is, ...parts };
  }
  return null;
}

export function writeBy(forms: Forms, { is, ...parts }: Reading): string {
  const facts = forms[is];
  if (!facts) throw new Error(`there is no action ${is}`);
  return wordsOf(facts)
    .map(({ word, blank }) => (blank === null ? word : String(parts[blank])))
    .join(" ");
}

/** The words of a form, and which blank each of them is. */
function wordsOf({ form }: ActionFacts): { word: string; blank: string | null }[] {
  return form.split(" ").map((word) => ({ word, blank: word.startsWith("{") ? word.slice(1, -1) : null }));
}

function matched(facts: ActionFacts, words: readonly string[]): Record<string, Part> | null {
  const form = wordsOf(facts);
  if (form.length !== words.length) return null;
  const parts: Record<string, Part> = {};
  for (const [at, { word, blank }] of form.entries()) {
    const said = words[at]!;
    if (blank === null && word !== said) return null;
    if (blank === null) continue;
    const part = partOf(facts.blanks?.[blank], said);
    if (part === null) return null;
    parts[blank] = part;
  }
  return parts;
}

/** Return the value of a word in a blank; null where it may not stand there. */
function partOf(blank: BlankFacts | undefined, said: string): Part | null {
  if (blank?.words) return blank.words.includes(said) ? said : null;
  const number = Number(said);
  const isNumber = String(number) === said && Number.isInteger(number);
  return isNumber && number >= (blank?.least ?? 0) && number <= (blank?.most ?? Infinity) ? number : null;
}
