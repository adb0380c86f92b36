/** The sound of each event of Toc Chocottes. */

import type { Sounds } from "../../sound/sounds";

export const SOUNDS: Sounds<"chocottes"> = {
  Started: "spooky",
  CardDealt: null,
  LookedAt: "flip",
  YouLookedAt: "flip",
  Draws: null,
  Drew: "slide",
  YouDrew: "slide",
  Discarded: "flip",
  Replaced: "flip",
  Snapped: ({ right }) => (right ? "snap" : "wrong"),
  Passed: null,
  CardAdded: "slide",
  Declined: null,
  Fed: "slide",
  Shuffles: "spooky",
  Shuffled: null,
  Exchanged: "slide",
  YouExchanged: "slide",
  Gave: "slide",
  Reaped: "snap",
  Arranged: "slide",
  Knocked: "knock",
  RowsShown: "flip",
  TileDrawn: "wrong",
  RoundEnded: null,
  RoundBegan: "spooky",
};
