/** The interface between the page and a game: each game's folder exports a `GameClient` from its `index.ts`. */

import type { Component } from "svelte";

import type { Tip } from "../lesson/tip";
import type { Pictogram } from "../lib/pictograms";
import type { GameName, Games, Scene } from "../model/scene";
import type { GameNarration } from "../narration/events";
import type { Sounds } from "../sound/sounds";

export interface GameClient<G extends GameName = GameName> extends GameNarration<G> {
  /** draws a scene of the game, live or of a replay, and offers the legal actions */
  Table: Component<{ scene: Scene<G> }>;
  /** whether its table has no animations: a jump in a replay then needs no new table */
  isStill?: true;
  /** whether its table can be drawn without its public part, on a phone beside a big screen */
  hasHand?: true;
  /** explains the points of a seat; not needed where all players have seen the points arise */
  Score?: Component<{ view: Games[G]["view"]; seat: number }>;
  /** draws the place of a winner, lit, with its guests dancing; it fills a container, by whose size it measures */
  Feast?: Component<{ view: Games[G]["view"]; seat: number }>;
  /** return the cards of a seat at the end, for the picture of it */
  spoils?: (view: Games[G]["view"], seat: number) => readonly Spoil[];
  /** the tips of a first game, by priority */
  tips: readonly Tip<G>[];
  sounds: Sounds<G>;
  /** all pictures that its table may show: they are fetched when it opens */
  pictures: readonly string[];
}

/** Cards of a player in the picture of the end: one picture, `many` times, with a text beside it. */
export interface Spoil {
  picture: string;
  /** the value printed in two corners of the card, for which its picture leaves room */
  printed?: { value: string; isStruck: boolean };
  many?: number;
  text?: string;
}

/** The player aid of a game, on one screen: its cards with their effects, then the course of a game. */
export interface Aid {
  cards: readonly AidCard[];
  /** texts of the game: `turn` is `aid.turn` */
  notes: readonly string[];
}

export interface AidCard {
  /** the names of the pictures */
  pictures: readonly string[];
  /** the text of the game that names them */
  name: string;
  /** the card with the effect to describe */
  card: string;
  sign?: Pictogram;
}
