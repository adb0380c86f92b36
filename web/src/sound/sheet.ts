/** Describes the sounds note by note: short and quiet, wood and paper. */

import { breath, type Stage, tone } from "./instruments";

const [G4, C5, E5, G5, C6] = [392, 523.25, 659.25, 783.99, 1046.5] as const;

/** Play a knuckle on wood. */
function rap(stage: Stage, after: number, loud: number): void {
  tone(stage, { after, from: 190, to: 95, lasts: 0.13, loud });
  breath(stage, { after, from: 900, to: 400, lasts: 0.05, loud: loud * 0.8, narrow: 2 });
}

export const SHEET = {
  knock: (stage) => [0, 0.17, 0.34].forEach((after) => rap(stage, after, 0.7)),
  flip: (stage) => breath(stage, { from: 1800, to: 4200, lasts: 0.09, loud: 0.35 }),
  slide: (stage) => breath(stage, { from: 700, to: 1500, lasts: 0.2, loud: 0.22 }),
  snap: (stage) => {
    breath(stage, { from: 500, to: 2600, lasts: 0.3, loud: 0.2 }); // it flies
    breath(stage, { after: 0.32, from: 2400, to: 900, lasts: 0.07, loud: 0.9 });
    tone(stage, { after: 0.32, from: 260, to: 110, lasts: 0.09, loud: 0.5 });
  },
  wrong: (stage) => {
    tone(stage, { from: 175, to: 130, lasts: 0.3, loud: 0.35, wave: "triangle" });
    tone(stage, { from: 165, to: 123, lasts: 0.3, loud: 0.2, wave: "triangle" });
  },
  turn: (stage) => {
    tone(stage, { from: E5, lasts: 0.35, loud: 0.25 });
    tone(stage, { after: 0.12, from: G5, lasts: 0.5, loud: 0.25 });
  },
  win: (stage) => {
    [C5, E5, G5].forEach((from, i) => tone(stage, { after: i * 0.11, from, lasts: 0.3, loud: 0.25, wave: "triangle" }));
    for (const from of [C5, E5, C6]) tone(stage, { after: 0.36, from, lasts: 0.8, loud: 0.16, wave: "triangle" });
  },
  lose: (stage) => {
    tone(stage, { from: E5, to: E5 * 0.97, lasts: 0.35, loud: 0.18 });
    tone(stage, { after: 0.22, from: C5, to: C5 * 0.97, lasts: 0.4, loud: 0.18 });
    tone(stage, { after: 0.46, from: G4, to: G4 * 0.94, lasts: 0.8, loud: 0.18 });
  },
  spooky: (stage) => {
    for (let i = 0; i < 6; i += 1) breath(stage, { after: i * 0.07, from: 1500 + i * 250, lasts: 0.08, loud: 0.2 });
    tone(stage, { from: 420, to: 640, lasts: 0.55, loud: 0.07 });
    tone(stage, { after: 0.4, from: 640, to: 330, lasts: 0.7, loud: 0.07 });
  },
} satisfies Record<string, (stage: Stage) => void>;

export type SoundName = keyof typeof SHEET;
