/** What the player aid of a game shows, on one screen: its cards with what they do, then how a game goes. */

import type { Pictogram } from "../lib/pictograms";

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
  /** the card whose effect is told */
  card: string;
  sign?: Pictogram;
}
