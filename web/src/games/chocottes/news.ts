/** Tells what happened at the table, in words: who threw what in vain, who gave, who exchanged which cards. */

import { speakerOf } from "../../lang/speaker";
import type { Part } from "../../lang/speech";
import type { Scene } from "../../live/types";
import type { ChocottesEvent } from "../../protocol";

export type Thrown = Extract<ChocottesEvent, { type: "Snapped" }>;
type Told = readonly (readonly Part[])[];

/** What the table itself shows: one's own cards only for as long as one sees them, the end of a round as a whole. */
const SEEN = new Set<ChocottesEvent["type"]>([
  "Drew",
  "YouDrew",
  "YouLookedAt",
  "YouExchanged",
  "Passed",
  "Knocked",
  "RowsShown",
  "TileDrawn",
  "RoundEnded",
  "RoundBegan",
  "CardDealt",
]);

/** Return what is to be read of one moment. A card that somebody gets is told with the reason for it. */
export function newsOf(scene: Scene<"chocottes">, events: readonly ChocottesEvent[]): Told {
  const speaker = speakerOf(scene);
  const told: (readonly Part[])[] = [];
  events.forEach((event, at) => {
    if (SEEN.has(event.type) || (event.type === "LookedAt" && scene.view.phase === "look")) return;
    const next = events[at + 1]?.type;
    if (event.type === "Snapped" && !event.right && next === "CardAdded") told.push(wrongThrow(scene, event));
    else if (event.type !== "CardAdded" || !isReason(events[at - 1])) told.push(...speaker.told([event]));
  });
  return told;
}

/** Say that somebody threw a card in vain, and what it costs (C11). */
export function wrongThrow(scene: Scene<"chocottes">, { seat, card }: Thrown): Part[] {
  return speakerOf(scene).textParts(seat === scene.seat ? "web.wrong.you" : "web.wrong", { seat, card });
}

/** Tell whether an event says by itself that somebody gets a card of the pile (C11, C14, C18). */
export function isReason(event: ChocottesEvent | undefined): boolean {
  return event !== undefined && ["Snapped", "Fed", "Gave"].includes(event.type);
}
