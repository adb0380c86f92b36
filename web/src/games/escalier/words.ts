/** The table in words: on the screen, and aloud for children that do not read yet. */

import type { Scene } from "../../model/scene";
import { type Part, speakerOf } from "../../lang/speech";
import { lostLine } from "../../lang/waiting";
import type { EscalierEvent } from "../../protocol";
import type { Tap } from "./actions";
import type { Place } from "./parts/places";

type Escalier = Scene<"escalier">;

/** Tell whether the viewer, and not a player on another device, is to act. */
export function isAsked(scene: Escalier): boolean {
  return scene.seat !== null && scene.mine.includes(scene.seat) && scene.view.to_act.includes(scene.seat);
}

/** The event that a question already mentions, by phase. */
export const ASKS = {
  search: "Flipped",
  move: "Flipped",
  swap: "Flipped",
  riddle: "Flipped",
  answer: "Asked",
} as const;

/** Return the question to the viewer, or the player that the table waits for; at the first card, where children are. */
export function question(scene: Escalier, picked: Place | null): string {
  const asked = askedNow(scene, picked);
  return isFirstCard(scene) ? `${asked} ${speakerOf(scene).text("web.start")}` : asked;
}

function isFirstCard({ view }: Escalier): boolean {
  return view.discard === 1 && view.phase !== "over" && view.scores.every((cards) => cards === 0);
}

function askedNow(scene: Escalier, picked: Place | null): string {
  const { phase, sought, question, free, active, to_act } = scene.view;
  const speaker = speakerOf(scene);
  if (phase === "over") return speaker.text("event.GameOver");
  const place = question?.place ?? free;
  if (!isAsked(scene)) {
    const seat = to_act[0] ?? active;
    return lostLine(scene) || speaker.text(`web.wait.${phase}`, { seat, colour: sought, place });
  }
  if (picked && phase === "swap") return speaker.text("web.second");
  if (picked && phase === "ask") return speaker.text("ask.Ask.seat");
  return speaker.text(`ask.${phase}`, { seat: active, colour: sought, place });
}

/** Return the sentences of `events`; the card itself shows which one was turned. */
export function linesOf(scene: Escalier, events: readonly EscalierEvent[]): Part[][] {
  return speakerOf(scene).sentenceParts(events.filter((event) => event.type !== "Flipped"));
}

/** Describe a place of the disc in full, with its contents and the effect of a tap. */
export function placeLabel(scene: Escalier, place: Place, picked: Place | null, tap: Tap | null): string {
  const { view, aid } = scene;
  const speaker = speakerOf(scene);
  if (place === view.free) return speaker.text("web.free", { place });
  const parts = [speaker.text("web.ghost", { place })];
  if (aid?.[place]) parts.push(speaker.text(`card.${aid[place]}-child`));
  if (view.tried.includes(place)) parts.push(speaker.text("web.tried"));
  if (tap?.does === "act") {
    const to = tap.move.is === "Ask" ? tap.move.seat : null;
    parts.push(speaker.text(`web.tap.${tap.move.is}`, { place: picked ?? view.free, to }));
  } else if (tap) parts.push(speaker.text(`web.tap.${tap.does}`));
  return parts.map((part, i) => (i === 0 ? part : uncapital(part))).join(", ");
}

/** Return the last events and the question for the voice. The question mentions the turned card. */
export function story(scene: Escalier, events: Escalier["happened"], picked: Place | null): string {
  const narrated = events.map((one) => one.event).filter((event) => !(event.type === "Flipped" && isAsked(scene)));
  const sentences = speakerOf(scene).sentences(narrated);
  if (isAsked(scene)) sentences.push(repeated(scene, picked));
  return sentences.join(" ");
}

/** Repeat the question; with several players on this device, with the name of its player. */
export function repeated(scene: Escalier, picked: Place | null = null): string {
  const asked = question(scene, picked);
  if (!isAsked(scene) || scene.mine.length === 1 || picked) return asked;
  return `${speakerOf(scene).text("web.called", { seat: scene.seat })} ${asked}`;
}

function uncapital(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
