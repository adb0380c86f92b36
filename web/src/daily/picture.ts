/** Lays a picture of a daily result out: the box of the game, the place, and the curve with one's own bar. */

import neutral from "../art/cover.svg?url";
import { coverOf } from "../lib/art";
import { foot, headOf, type Mark, MARGIN, panel, SIZE, written } from "../picture/layout";
import type { Bar } from "./bars";

export interface DailyEnd {
  game: string;
  title: string;
  headline: string;
  standing: string;
  date: string;
  bars: readonly Bar[];
}

const PANEL_TOP = 640; // of the curve's panel
const BARS_BOTTOM = 1130; // where the bars stand
const MAX_BAR_HEIGHT = 330;
const BAR_GAP = 8;

export function layOutDaily({ game, title, headline, standing, date, bars }: DailyEnd): Mark[] {
  const wide = SIZE.width - 2 * MARGIN;
  const width = Math.min(120, (wide - 80) / bars.length - BAR_GAP);
  const left = (SIZE.width - bars.length * (width + BAR_GAP) + BAR_GAP) / 2;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const middle = SIZE.width / 2;
  return [
    ...headOf({ cover: coverOf(game) ?? neutral, title, headline }, PANEL_TOP),
    panel({ x: MARGIN, y: PANEL_TOP + 10, width: wide, height: BARS_BOTTOM - PANEL_TOP + 70 }, 40, "night", "slate"),
    written(standing, [middle, PANEL_TOP + 80], { width: wide - 60, size: 40, colour: "sheet", align: "center" }),
    ...bars.flatMap(({ from, to, count, isMine }, nth): Mark[] => {
      const height = count === 0 ? 4 : Math.max(14, (MAX_BAR_HEIGHT * count) / most);
      const x = left + nth * (width + BAR_GAP);
      const label = { width: width + BAR_GAP, size: 26, colour: isMine ? "glow" : "shade", align: "center" as const };
      return [
        panel({ x, y: BARS_BOTTOM - height, width, height }, Math.min(12, height / 2), isMine ? "glow" : "slate", null),
        written(from === to ? String(from) : `${from}–${to}`, [x + width / 2, BARS_BOTTOM + 40], label),
      ];
    }),
    ...foot(date),
  ];
}
