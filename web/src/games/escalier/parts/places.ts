/** Defines the places of the disc: their positions, and a sign, tint and letters for each besides its colour. */

import { texts } from "../../../lang/language.svelte";
import type { EscalierColour as Colour, EscalierDiscPlace as Place } from "../../../protocol";

export type { Colour, Place };

export const COLOURS = ["red", "green", "blue", "yellow"] as const satisfies Colour[];
/** E1: clockwise from the top. */
export const PLACES = [...COLOURS, "white"] as const satisfies Place[];

export const SIGNS: Record<Place, string> = {
  red: "heart",
  green: "leaf",
  blue: "drop",
  yellow: "star",
  white: "moon",
};
export const TINTS: Record<Place, string> = {
  red: "#ffc9c0",
  green: "#cdf0cf",
  blue: "#cfe1ff",
  yellow: "#fff0bd",
  white: "#2c3f73",
};

export interface Point {
  x: number;
  y: number;
}

const DISC_CENTRE = 300; // of the picture of the disc, which is 600 wide
const DISC_RADIUS = 200;

/** Return the centre of a place, in the units of the disc's picture. */
export function centre(place: Place): Point {
  const angle = ((-90 + 72 * PLACES.indexOf(place)) * Math.PI) / 180;
  return { x: DISC_CENTRE + DISC_RADIUS * Math.cos(angle), y: DISC_CENTRE + DISC_RADIUS * Math.sin(angle) };
}

/** Return the bend of a way between two places: to its left, so that two ghosts that change places do not collide. */
export function bend(from: Place, to: Place): Point {
  const [a, b] = [centre(from), centre(to)];
  const areNeighbours = Math.hypot(b.x - a.x, b.y - a.y) < 1.5 * DISC_RADIUS;
  const aside = areNeighbours ? 0.4 : 0.15; // past a third place, there is less room
  return { x: (a.x + b.x) / 2 + (b.y - a.y) * aside, y: (a.y + b.y) / 2 - (b.x - a.x) * aside };
}

/** Return the name of a place's colour. */
export function nameOf(place: Place): string {
  const name = texts().say(`escalier.label.${place}`);
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Return the first letter of the colour's name; more of every name where two begin alike, as Grün and Gelb do. */
export function letter(place: Place): string {
  const names = PLACES.map(nameOf);
  let length = 1;
  while (new Set(names.map((each) => each.slice(0, length))).size < names.length) length += 1;
  return nameOf(place).slice(0, length);
}
