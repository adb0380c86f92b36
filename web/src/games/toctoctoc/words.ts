/** Says what a screen reader reads of a house, and finds the letters of its windows. */

import { say } from "../../lang/language.svelte";
import type { Scene } from "../../live/types";
import type { ToctoctocCard, ToctoctocColumn, ToctoctocCreature } from "../../protocol";
import { speakerOf } from "../../lang/speaker";
import { cardsOf } from "./parts/guests";

type Shown = Scene<"toctoctoc">;

/** Return the first letter of a creature's name in the page's language; no two of them begin alike. */
export function letterOf(creature: ToctoctocCreature): string {
  return say(`toctoctoc.creature.${creature}`).slice(0, 1).toUpperCase();
}

export function windowLabel(scene: Shown, column: ToctoctocColumn): string {
  const cards = cardsOf(column);
  const speaker = speakerOf(scene);
  const creature = speaker.word("creature", column.creature);
  if (cards.length === 0) return say("toctoctoc.web.no-guests", { creature });
  const said = [speaker.cards(cards)];
  if (column.brutes) said.push(say("toctoctoc.web.protected"));
  if (column.musicians) said.push(say("toctoctoc.web.doubled"));
  return said.join(", ");
}

export function handLabel(scene: Shown, seat: number, count: number, known: readonly ToctoctocCard[]): string {
  const said = [say("toctoctoc.web.hand", { n: count })];
  const speaker = speakerOf(scene);
  if (known.length) said.push(speaker.text("table.seen", { seat, cards: speaker.cards(known) }));
  return said.join(" ");
}

/** Describe the door at which somebody knocks. */
export function doorLabel(scene: Shown, seat: number): string | null {
  const { door } = scene.view;
  if (door?.to !== seat) return null;
  const card = scene.own?.offered;
  const speaker = speakerOf(scene);
  return card ? speaker.text("table.offered", { to: seat, card }) : speaker.text("table.door", { ...door });
}
