/** The sound of each event of L'Escalier hanté. */

import type { Sounds } from "../../sound/sounds";

export const SOUNDS: Sounds<"escalier"> = {
  Started: "spooky",
  Flipped: "flip",
  Turned: ({ right }) => (right ? "flip" : "wrong"),
  Shifted: "slide",
  Swapped: "slide",
  Guessed: ({ right }) => (right ? "flip" : "wrong"),
  Asked: "knock",
  Declined: null,
  NamedLast: null,
  WonPile: "win",
  NobodyOnWhite: null,
};
