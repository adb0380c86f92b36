/** The pictures beside the clauses of Toc Chocottes: each shows the subject of its clause at a glance. */

import type { ChocottesCard } from "../../../protocol";
import { printed as printedOn } from "./printed";

const BLANK = ["tile", "back"];

export const CLAUSES: Readonly<Record<string, readonly string[]>> = {
  C1: ["1", "10", "dream-10"],
  C2: ["tile"],
  C3: ["back"],
  C9: ["12", "dream-12"],
  C14: ["7"],
  C15: ["dream-10", "10"],
  C16: ["dream-11", "11"],
  C17: ["dream-12", "12"],
  C18: ["dream-13", "13"],
  C19: ["14"],
  C20: ["tile"],
  C23: ["dream-11", "11"],
};

/** The pictures beside the paragraphs of the example. */
export const EXAMPLE: readonly (readonly string[])[] = [
  ["3", "12"],
  ["2", "12", "dream-12"],
  ["1", "3", "tile"],
];

/** Return the text on a picture: empty for the tile and for a card's back. */
export const printed = (name: string): { value: string; isStruck: boolean } =>
  BLANK.includes(name) ? { value: "", isStruck: false } : printedOn(name as ChocottesCard);
