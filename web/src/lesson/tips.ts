/** The tips of each game, in the order in which they are told when several are due. */

import type { GameName } from "../live/types";
import { CHOCOTTES } from "../games/chocottes/lesson";
import { ESCALIER } from "../games/escalier/lesson";
import type { Tip } from "./tip";
import { TOCTOCTOC } from "../games/toctoctoc/lesson";

export const TIPS: { [G in GameName]: readonly Tip<G>[] } = {
  toctoctoc: TOCTOCTOC,
  chocottes: CHOCOTTES,
  escalier: ESCALIER,
};
