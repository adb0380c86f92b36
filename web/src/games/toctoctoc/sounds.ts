/** The sound of each event of Toc Toc Toc ! */

import type { Sounds } from "../../sound/sounds";

export const SOUNDS: Sounds<"toctoctoc"> = {
  Started: "spooky",
  GuestCame: null,
  CardDealt: null,
  CardDealtToYou: null,
  TopTurned: null,
  Offered: "knock",
  YouOffered: "knock",
  Answered: "flip",
  Took: null,
  Chased: null,
  Joined: "slide",
  Lured: "slide",
  Fled: "slide",
  DrivenOff: "slide",
  NothingHappened: "wrong",
  Drew: null,
};
