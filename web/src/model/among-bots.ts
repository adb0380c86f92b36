/** Finds the events that concern no person: turns among bots. */

import { concerns } from "./facts";
import type { GameName, Games, Scene } from "./scene";

/** Tell whether `events` are among bots alone. The next player to act may be a person. */
export function isAmongBots<G extends GameName>(scene: Scene<G>, events: readonly Games[G]["event"][]): boolean {
  const { game, players } = scene;
  return players.every(({ kind }, seat) => kind !== "person" || !events.some((event) => concerns(game, event, seat)));
}

/** Tell whether `events` may be shown more briefly: they are among bots, and not at a slow pace. */
export function isAside<G extends GameName>(scene: Scene<G>, events: readonly Games[G]["event"][]): boolean {
  return scene.reveals.isBrisk && isAmongBots(scene, events);
}

/** Tell whether `events` may pass before they are read: among bots, with a bot to act, and at no slow pace. */
export function isPassing<G extends GameName>(scene: Scene<G>, events: readonly Games[G]["event"][]): boolean {
  const { players, newest, isReplay } = scene;
  const isUpToBots = newest.to_act.length > 0 && newest.to_act.every((seat) => players[seat]?.kind !== "person");
  return isUpToBots && !isReplay && isAside(scene, events);
}
