/** Describes houses for a screen reader, and finds the letters of their windows. */

import * as aid from "../../lang/aid";
import { say } from "../../lang/language.svelte";
import { lostLine, waitingLine } from "../../lang/waiting";
import type { Scene } from "../../model/scene";
import type { ToctoctocCard, ToctoctocColumn, ToctoctocCreature } from "../../protocol";
import { speakerOf } from "../../lang/speech";
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

/** The event that a question already mentions, by phase. */
export const ASKS = { answer: "Offered" } as const;

/** Return the question to the viewer, after a card was picked or not; empty while there is none. */
export function question(scene: Shown, picked: ToctoctocCard | null = null): string {
  const { door, revealed, phase } = scene.view;
  const speaker = speakerOf(scene);
  if (picked) return speaker.text("ask.Offer.to", { card: picked });
  if (scene.legal(scene.seat).length === 0) return "";
  if (door) return speaker.text("ask.answer", { seat: door.seat });
  if (revealed) return speaker.text(`ask.${phase}`, { ...revealed });
  return speaker.text("ask.offer");
}

/** Return who answers the viewer's knock, and the card at the door; only the former while that line is lost. */
export function offering(scene: Shown, to: number, card: ToctoctocCard): string {
  const speaker = speakerOf(scene);
  const awaited = scene.isReplay ? "" : waitingLine(scene);
  if (!awaited) return speaker.text("table.offered", { to, card });
  return lostLine(scene) || `${awaited} ${speaker.text("table.own-card", { card })}`;
}

/** Return one sentence about the deal, as its viewer sees it. */
export function dealt(scene: Shown): string {
  const { top, houses } = scene.view;
  const speaker = speakerOf(scene);
  if (scene.seat === null || !scene.own) return "";
  return say("toctoctoc.web.dealt", {
    hand: speaker.cards(scene.own.hand),
    guests: speaker.cards(houses[scene.seat]!.party.flatMap(cardsOf)),
    top: top ? speaker.word("card", top) : say("field.none"),
  });
}

/** Describe the door at which a player knocks. */
export function doorLabel(scene: Shown, seat: number): string | null {
  const { door } = scene.view;
  if (door?.to !== seat) return null;
  const card = scene.own?.offered;
  const speaker = speakerOf(scene);
  return card ? speaker.text("table.offered", { to: seat, card }) : speaker.text("table.door", { ...door });
}

/** Explain open cards. */
export const explained = (cards: readonly ToctoctocCard[]): aid.Explained[] =>
  aid.explained({ game: "toctoctoc", options: {} }, cards);
