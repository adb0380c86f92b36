/** Words for the players that the table waits for: those that choose, and those whose line is lost. */

import type { Scene } from "../model/scene";
import { say } from "./language.svelte";
import { speakerOf } from "./speech";

/** Return the players of other devices that are to act. */
const awaited = (scene: Scene): number[] => scene.view.to_act.filter((seat) => !scene.mine.includes(seat));

/** Return how long a line has been lost. */
export function lostFor(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}

/** Return a line about an awaited player whose line is lost; empty if all are there. */
export function lostLine(scene: Scene): string {
  for (const seat of awaited(scene)) {
    const lost = scene.absence?.(seat);
    if (!lost) continue;
    const player = speakerOf(scene).player(seat);
    if (scene.players[seat]?.away) return say("wait.bot", { player });
    const time = lostFor(lost.seconds);
    // Where everybody is gone, no bot plays, however long ago it was due.
    return lost.untilBot
      ? say("wait.lost-bot", { player, time, left: lost.untilBot })
      : say("wait.lost", { player, time });
  }
  return "";
}

/** Return a line about the players that the table waits for; empty if there are none. */
export function waitingLine(scene: Scene): string {
  const seats = awaited(scene);
  if (seats.length === 0) return "";
  return lostLine(scene) || say("wait.choosing", { players: speakerOf(scene).playerList(seats), n: seats.length });
}
