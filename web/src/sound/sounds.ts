/** Plays and maps sounds: the browser synthesises them all, so there are no files to fetch. */

import { settings } from "../lib/settings.svelte";
import { SHEET, type SoundName } from "./sheet";
import type { Any, GameName, Games } from "../model/scene";

let context: AudioContext | null = null;
let volume: GainNode | null = null;

// Browsers allow sounds only after a user gesture; phones mute the page again after a call.
for (const gesture of ["click", "touchend", "keydown"])
  addEventListener(gesture, wake, { capture: true, passive: true });

function wake(): void {
  if (settings.volume === 0 || typeof AudioContext === "undefined" || context?.state === "running") return;
  try {
    if (!context) {
      context = new AudioContext();
      volume = context.createGain();
      volume.connect(context.destination);
    }
    context.resume().catch(() => {}); // the device says no: the game is played without sounds
  } catch {
    context = null; // the device has no sound, or no more of it
  }
}

export function play(name: SoundName): void {
  if (settings.volume === 0 || !volume || context?.state !== "running") return;
  volume.gain.value = settings.volume;
  SHEET[name]({ context, out: volume, at: context.currentTime });
}

/** Vibrate for a moment, or in a pattern of moments and rests, on devices that can. */
export function buzz(ms: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(ms); // before, browsers refuse and complain
}

type Event<G extends GameName, T> = Extract<Games[G]["event"], { type: T }>;

/** Null is silence: another event of the same moment is heard, or nothing should be. */
type Sound<E> = SoundName | null | ((event: E) => SoundName);

/** The sounds of a game. Complete by its type: a new event of the protocol must be given a sound, or silence. */
export type Sounds<G extends GameName = GameName> = {
  [T in Exclude<Games[G]["event"]["type"], "GameOver">]: Sound<Event<G, T>>;
};

/** Return the sound of an event for the player of a seat; for spectators, each end is a happy one. */
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
