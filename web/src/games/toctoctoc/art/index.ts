/** The pictures of Toc Toc Toc !, by name. */

import type { ToctoctocCard } from "../../../protocol";

const FILES = import.meta.glob<string>(["./**/*.svg", "!./cover.svg"], {
  eager: true,
  query: "?url",
  import: "default",
});

export const PICTURES = Object.values(FILES);

export const picture = (name: ToctoctocCard | "back" | "door" | "door-open" | "doorway" | "house" | "leaf"): string =>
  (FILES[`./cards/${name}.svg`] ?? FILES[`./${name}.svg`])!;
