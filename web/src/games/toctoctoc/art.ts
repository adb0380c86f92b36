/** The pictures of this game, by the names of its cards. */

import type { ToctoctocCard } from "../../protocol";

const FILES = import.meta.glob<string>("../../art/toctoctoc/*.svg", { eager: true, query: "?url", import: "default" });

export function picture(name: ToctoctocCard | "back" | "door" | "door-open" | "house"): string {
  return FILES[`../../art/toctoctoc/${name}.svg`]!;
}
