/** Says to those who hear a game what the others see at a glance: who threw in vain, how a round and the game end. */

import { say } from "../../lang/language.svelte";
import { speakerOf } from "../../lang/speaker";
import { joined } from "../../lang/speech";
import type { Scene } from "../../live/types";
import type { ChocottesEvent } from "../../protocol";
import type { Heard } from "../game";
import { isReason, type Thrown, wrongThrow } from "./news";
import { type Ending, endingOf, worth } from "./parts/ending";

const WITH_ANOTHER: Heard = { text: "" };

/** Return what is heard of one of some events, unless it is what one reads. */
export function heard(scene: Scene<"chocottes">, events: readonly ChocottesEvent[], at: number): Heard | undefined {
  const event = events[at]!;
  if (event.type === "Snapped" && !event.right) return thrown(scene, event, events[at + 1]);
  if (event.type === "CardAdded" && isReason(events[at - 1])) return WITH_ANOTHER;
  if (event.type === "GameOver") return { text: victory(scene, event), isUrgent: true };
  const ending = endingOf(events, scene.view);
  if (!ending) return undefined;
  if (event.type === "RoundEnded") return { text: ended(scene, ending), isUrgent: true };
  return ["Knocked", "RowsShown", "TileDrawn"].includes(event.type) ? WITH_ANOTHER : undefined;
}

/** Say that somebody threw in vain (C11); what it costs is said to whom it costs. */
function thrown(scene: Scene<"chocottes">, event: Thrown, next: ChocottesEvent | undefined): Heard {
  const { seat, card } = event;
  const isOwn = seat === scene.seat;
  const short = speakerOf(scene).text(isOwn ? "web.short.wrong.you" : "web.short.wrong", { seat, card });
  const text = isOwn && next?.type === "CardAdded" ? joined(wrongThrow(scene, event)) : short;
  return { text, short, isUrgent: true };
}

/** `Ben knocked. Anna 15, Ben 9. Tile for Ben: 8.` */
function ended(scene: Scene<"chocottes">, ending: Ending): string {
  const rows = ending.rows.map((_, seat) => worth(ending, seat));
  return [why(scene, ending), sums(scene, rows), tile(scene, ending)].filter(Boolean).join(" ");
}

/** Say why a round is over: who knocked, or who has no card left. */
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
