/** The pictures of Toc Chocottes, by name. */

import type { Pictogram } from "../../../lib/pictograms";
import { themed } from "../../../lib/themes";
import type { ChocottesCard } from "../../../protocol";

const ART = import.meta.glob<string>(["./*.svg", "./cards/*.svg", "!./cover.svg"], {
  eager: true,
  query: "?url",
  import: "default",
});

/** All pictures, not only those of visible cards: a card that is turned up for a moment must not wait for its own. */
export const PICTURES = Object.values(ART);

export const CARD_RATIO = 200 / 280; // of a card, width to height

export const back = (): string => themed(ART["./back.svg"]!);
export const TILE = ART["./tile.svg"]!;
export const face = (card: ChocottesCard): string => ART[`./cards/${card}.svg`]!;

/** The picture of an effect, by the value of its card (C14-C19). */
export const EFFECTS: Record<number, Pictogram> = {
  7: "feed",
  10: "look",
  11: "shuffle",
  12: "exchange",
  13: "give",
  14: "reap",
};
