/** The pictures of Toc Toc Toc !, by name. */

import { themed } from "../../../lib/themes";
import type { ToctoctocCard } from "../../../protocol";

const FILES = import.meta.glob<string>(["./**/*.svg", "!./cover.svg"], {
  eager: true,
  query: "?url",
  import: "default",
});

export const PICTURES = Object.values(FILES);

export const picture = (name: ToctoctocCard | "back" | "door" | "door-open" | "doorway" | "house" | "leaf"): string =>
  name === "back" ? themed(FILES["./back.svg"]!) : (FILES[`./cards/${name}.svg`] ?? FILES[`./${name}.svg`])!;
