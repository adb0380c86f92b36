/** Says in words what the table shows: to those who read, and aloud to those who do not yet. */

import type { Scene } from "../../model/scene";
import { type Part, speakerOf } from "../../lang/speech";
import type { EscalierEvent } from "../../protocol";
import type { Tap } from "./actions";
import type { Place } from "./parts/places";

type Escalier = Scene<"escalier">;

/** Tell whether the viewer, and not somebody at another device, is to act. */
export function isAsked(scene: Escalier): boolean {
  return scene.seat !== null && scene.mine.includes(scene.seat) && scene.view.to_act.includes(scene.seat);
}

/** What a question says of what has just happened. */
export const ASKS = {
  search: "Flipped",
  move: "Flipped",
  swap: "Flipped",
  riddle: "Flipped",
  answer: "Asked",
} as const;

/** Say what is asked now: of the viewer, or else of somebody who is named. */
export function question(scene: Escalier, picked: Place | null): string {
  const { phase, sought, question, free, active, to_act } = scene.view;
  const speaker = speakerOf(scene);
  if (phase === "over") return speaker.text("event.GameOver");
  const place = question?.place ?? free;
  if (!isAsked(scene)) return speaker.text(`web.wait.${phase}`, { seat: to_act[0] ?? active, colour: sought, place });
  if (picked && phase === "swap") return speaker.text("web.second");
  if (picked && phase === "ask") return speaker.text("ask.Ask.seat");
  return speaker.text(`ask.${phase}`, { seat: active, colour: sought, place });
}

/** Return what is to be read of one moment; which card was turned, the card shows. */
export function linesOf(scene: Escalier, events: readonly EscalierEvent[]): Part[][] {
  return speakerOf(scene).told(events.filter((event) => event.type !== "Flipped"));
}

/** Describe a place of the disc in full, with what lies there and what tapping it does. */
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

/** Tell the last events and the question, to be heard. What was turned up is heard in the question. */
export function story(scene: Escalier, events: Escalier["happened"], picked: Place | null): string {
  const told = events.map((one) => one.event).filter((event) => !(event.type === "Flipped" && isAsked(scene)));
  const sentences = speakerOf(scene).sentences(told);
  if (isAsked(scene)) sentences.push(repeated(scene, picked));
  return sentences.join(" ");
}

/** Repeat what is asked; where several people play on this device, with who is meant. */
export function repeated(scene: Escalier, picked: Place | null = null): string {
  const asked = question(scene, picked);
  if (!isAsked(scene) || scene.mine.length === 1 || picked) return asked;
  return `${speakerOf(scene).text("web.called", { seat: scene.seat })} ${asked}`;
}

function uncapital(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
