/** The pictures of this table, by name. */

import type { EscalierCard as Card } from "../../protocol";
import { type Colour, type Place, SIGNS } from "./places";

const WHOLE = import.meta.glob<string>("../../art/escalier/*.svg", { eager: true, query: "?url", import: "default" });
const SMALL = import.meta.glob<string>("../../art/escalier/signs/*.svg", { eager: true, query: "?url", import: "default" });

export const picture = (name: "disc" | "ghost" | "back" | Card): string => WHOLE[`../../art/escalier/${name}.svg`]!;
export const child = (colour: Colour): string => WHOLE[`../../art/escalier/child-${colour}.svg`]!;
export const sign = (place: Place): string => SMALL[`../../art/escalier/signs/${SIGNS[place]}.svg`]!;
