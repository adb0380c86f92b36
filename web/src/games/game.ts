/** What the page needs of a game; each game's folder has it in its `index.ts`. */

import type { Component } from "svelte";

import type { Tip } from "../lesson/tip";
import type { GameName, Games, Scene } from "../live/types";
import type { Sounds } from "../sound/events";

/** What is said of an event; "": another one says it, too. */
export interface Heard {
  text: string;
  /** the same in the fewest words */
  short?: string | undefined;
  /** it waits for nothing, and is never left out */
  isUrgent?: boolean;
}

/** Cards that a player has at the end, in a picture of it: one picture, `many` times, and what is said beside it. */
export interface Spoil {
  picture: string;
  /** what stands on the card, in two of its corners, for which its picture leaves room */
  printed?: { value: string; isStruck: boolean };
  many?: number;
  text?: string;
}

export interface GameClient<G extends GameName = GameName> {
  /** draws a scene of the game, live or of a replay, and offers the legal actions */
  Table: Component<{ scene: Scene<G> }>;
  /** whether its table has no animations: a jump in a replay then needs no new table */
  isStill?: true;
  /** shows where the points of a seat come from; a game that counts what everybody saw needs none */
  Score?: Component<{ view: Games[G]["view"]; seat: number }>;
  /** what a seat has at the end, as everybody sees it */
  spoils?: (view: Games[G]["view"], seat: number) => readonly Spoil[];
  /** the tips of a first game, in the order in which they are told when several are due */
  tips: readonly Tip<G>[];
  sounds: Sounds<G>;
  /** all pictures that its table may show: they are fetched when it opens */
  pictures: readonly string[];
  /** says what the viewer, who may act, is asked */
  asked: (scene: Scene<G>) => string;
  /** asks the same in the fewest words, of those who answer faster than a voice can ask; else they hear "your turn" */
  shortly?: (scene: Scene<G>) => string;
  /** says one of some events to those who hear it, if otherwise than to those who read */
  heard?: (scene: Scene<G>, events: readonly Games[G]["event"][], at: number) => Heard | undefined;
  /** by phase: the event that brings the question about, which then says it, too */
  asks?: Readonly<Record<string, Games[G]["event"]["type"]>>;
  /** says in one sentence what was dealt; without it, which cards the viewer has */
  dealt?: (scene: Scene<G>) => string;
}
