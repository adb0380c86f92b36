/** The tips of each game, in the order in which they are told when several are due. */

import type { GameName } from "../live/types";
import { CHOCOTTES } from "./chocottes";
import { ESCALIER } from "./escalier";
import type { Tip } from "./tip";
import { TOCTOCTOC } from "./toctoctoc";

export const TIPS: { [G in GameName]: readonly Tip<G>[] } = {
  toctoctoc: TOCTOCTOC,
  chocottes: CHOCOTTES,
  escalier: ESCALIER,
};
