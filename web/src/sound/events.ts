/** Says which event makes which sound. */

import type { Any, GameName, Games } from "../live/types";
import type { SoundName } from "./sheet";

type Event<G extends GameName, T> = Extract<Games[G]["event"], { type: T }>;

/** Null is silence: another event of the same moment is heard, or nothing should be. */
type Sound<E> = SoundName | null | ((event: E) => SoundName);

/** The sounds of a game. Complete by its type: a new event of the protocol must be given a sound, or silence. */
export type Sounds<G extends GameName = GameName> = {
  [T in Exclude<Games[G]["event"]["type"], "GameOver">]: Sound<Event<G, T>>;
};

/** Return what the player of a seat hears of an event; for somebody who only watches, every end is a happy one. */
export function soundOf<G extends GameName>(
  sounds: Sounds<G>,
  event: Games[G]["event"],
  seat: number | null = null,
): SoundName | null {
  if (event.type === "GameOver") return seat === null || event.winners.includes(seat) ? "win" : "lose";
  const sound = (sounds as Record<string, Sound<Games[G]["event"]>>)[event.type] ?? null;
  return typeof sound === "function" ? sound(event) : sound;
}

/** Return the sounds of one moment, each once. */
export function soundsOf(sounds: Sounds, events: readonly Any<"event">[], seat: number | null = null): Set<SoundName> {
  return new Set(events.flatMap((event) => soundOf(sounds, event, seat) ?? []));
}
