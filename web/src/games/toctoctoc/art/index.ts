/** The pictures of Toc Toc Toc !, by name. */

import type { ToctoctocCard } from "../../../protocol";

const FILES = import.meta.glob<string>("./**/*.svg", { eager: true, query: "?url", import: "default" });

export const picture = (name: ToctoctocCard | "back" | "door" | "door-open" | "house"): string =>
  (FILES[`./cards/${name}.svg`] ?? FILES[`./${name}.svg`])!;
