/** Words for the players that the table waits for: those that choose, and those whose line is lost. */

import type { Scene } from "../model/scene";
import { say } from "./language.svelte";
import { speakerOf } from "./speech";

/** Return the players of other devices that are to act. */
const awaited = (scene: Scene): number[] => scene.view.to_act.filter((seat) => !scene.mine.includes(seat));

/** Return a line about an awaited player whose line is lost; empty if all are there. */
export function lostLine(scene: Scene): string {
  for (const seat of awaited(scene)) {
    const lost = scene.absence?.(seat);
    if (!lost) continue;
    const player = speakerOf(scene).player(seat);
    if (scene.players[seat]?.away) return say("wait.bot", { player });
    const values = { player, n: lost.seconds, left: lost.untilBot };
    return say(lost.untilBot === null ? "wait.lost" : "wait.lost-bot", values);
  }
  return "";
}

/** Return a line about the players that the table waits for; empty if there are none. */
export function waitingLine(scene: Scene): string {
  const seats = awaited(scene);
  if (seats.length === 0) return "";
  return lostLine(scene) || say("wait.choosing", { players: speakerOf(scene).playerList(seats), n: seats.length });
}
