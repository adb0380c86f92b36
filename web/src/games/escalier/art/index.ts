/** The pictures of L'Escalier hanté, by name. */

import { themed } from "../../../lib/themes";
import type { EscalierCard as Card } from "../../../protocol";
import { type Colour, type Place, SIGNS } from "../parts/places";

const FILES = import.meta.glob<string>(["./**/*.svg", "!./cover.svg"], {
  eager: true,
  query: "?url",
  import: "default",
});

export const PICTURES = Object.values(FILES);

export const picture = (name: "disc" | "ghost" | "back" | Card): string =>
  name === "back" ? themed(FILES["./back.svg"]!) : (FILES[`./cards/${name}.svg`] ?? FILES[`./${name}.svg`])!;
export const child = (colour: Colour): string => FILES[`./figures/${colour}.svg`]!;
export const sign = (place: Place): string => FILES[`./signs/${SIGNS[place]}.svg`]!;
