/** Narrates Toc Chocottes: sentences on the screen, and announcements for the screen reader where those differ. */

import { say } from "../../lang/language.svelte";
import { joined, type Part, speakerOf } from "../../lang/speech";
import type { Scene } from "../../model/scene";
import type { ChocottesEvent } from "../../protocol";
import type { EventText } from "../../narration/events";
import { type Ending, endingOf, worth } from "./parts/ending";

const WITH_ANOTHER: EventText = { text: "" };

/** Return the announcement of `events[at]`; undefined where it is the sentence on the screen. */
export function spoken(
  scene: Scene<"chocottes">,
  events: readonly ChocottesEvent[],
  at: number,
): EventText | undefined {
  const event = events[at]!;
  if (event.type === "Snapped" && !event.right) return thrown(scene, event, events[at + 1]);
  if (event.type === "CardAdded" && isReason(events[at - 1])) return WITH_ANOTHER;
  if (event.type === "GameOver") return { text: victory(scene, event), isUrgent: true };
  if (!["Knocked", "RowsShown", "TileDrawn", "RoundEnded"].includes(event.type)) return undefined;
  // The end of a round is told in parts, as it is counted.
  const ending = endingOf([...scene.happened.map((one) => one.event), ...events], scene.newest);
  if (!ending) return undefined;
  if (event.type === "TileDrawn") return WITH_ANOTHER;
  return { text: event.type === "RoundEnded" ? counted(scene, ending) : why(scene, ending), isUrgent: true };
}

/** Announce a wrong throw (C11); its cost only to its player. */
function thrown(scene: Scene<"chocottes">, event: Thrown, next: ChocottesEvent | undefined): EventText {
  const { seat, card } = event;
  const isOwn = seat === scene.seat;
  const short = speakerOf(scene).text(isOwn ? "web.short.wrong.you" : "web.short.wrong", { seat, card });
  const text = isOwn && next?.type === "CardAdded" ? joined(wrongThrow(scene, event)) : short;
  return { text, short, isUrgent: true };
}

/** `Anna 15, Ben 9. Tile for Ben: 8.` */
function counted(scene: Scene<"chocottes">, ending: Ending): string {
  const rows = ending.rows.map((_, seat) => worth(ending, seat));
  return [sums(scene, rows), tile(scene, ending)].filter(Boolean).join(" ");
}

/** Return the reason for the end of a round: the player that knocked, or that has no card left. */
function why(scene: Scene<"chocottes">, { ended, by }: Ending): string {
  const speaker = speakerOf(scene);
  if (by === null) return speaker.text("web.end.pile-empty");
  const key = ended === "knocked" ? "web.short.knocked" : `web.end.${ended}`;
  return speaker.text(by === scene.seat ? `${key}.you` : key, { seat: by });
}

function tile(scene: Scene<"chocottes">, { tile: n, payers }: Ending): string {
  if (n === null || payers.length === 0) return "";
  if (payers.length === 1 && payers[0] === scene.seat) return say("chocottes.web.short.tile.you", { n });
  return say("chocottes.web.short.tile", { n, players: speakerOf(scene).playerList(payers) });
}

function sums(scene: Scene<"chocottes">, points: readonly number[]): string {
  const speaker = speakerOf(scene);
  return `${points.map((n, seat) => `${speaker.player(seat)} ${n}`).join(say("list.comma"))}.`;
}

function victory(scene: Scene<"chocottes">, event: Extract<ChocottesEvent, { type: "GameOver" }>): string {
  const speaker = speakerOf(scene);
  return [speaker.sentence(event), speaker.winners(event.winners), sums(scene, event.scores)].join(" ");
}

export type Thrown = Extract<ChocottesEvent, { type: "Snapped" }>;
type Sentences = readonly (readonly Part[])[];

/** Events that the table itself shows: own cards only while they are visible, the end of a round as a whole. */
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

/** Return the sentences of `events`. A card from the pile is told together with the reason for it. */
export function linesOf(scene: Scene<"chocottes">, events: readonly ChocottesEvent[]): Sentences {
  const speaker = speakerOf(scene);
  const lines: (readonly Part[])[] = [];
  events.forEach((event, at) => {
    if (SEEN.has(event.type) || (event.type === "LookedAt" && scene.view.phase === "look")) return;
    const next = events[at + 1]?.type;
    if (event.type === "Snapped" && !event.right && next === "CardAdded") lines.push(wrongThrow(scene, event));
    else if (event.type !== "CardAdded" || !isReason(events[at - 1])) lines.push(...speaker.sentenceParts([event]));
  });
  return lines;
}

/** Return the sentence about a wrong throw, with its cost (C11). */
export function wrongThrow(scene: Scene<"chocottes">, { seat, card }: Thrown): Part[] {
  return speakerOf(scene).textParts(seat === scene.seat ? "web.wrong.you" : "web.wrong", { seat, card });
}

/** Tell whether an event implies that a player gets a card of the pile (C11, C14, C18). */
export function isReason(event: ChocottesEvent | undefined): boolean {
  return event !== undefined && ["Snapped", "Fed", "Gave"].includes(event.type);
}
