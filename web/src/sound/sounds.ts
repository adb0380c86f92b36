/** Plays sounds, and vibrates. Everything is made by the browser itself: there are no files to fetch. */

import { settings } from "../lib/settings.svelte";
import { SHEET, type SoundName } from "./sheet";

let context: AudioContext | null = null;
let volume: GainNode | null = null;

// Browsers let a page be heard only after somebody has touched it; phones fall silent again after a call.
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

/** Vibrate for a moment, on devices that can. */
export function buzz(ms: number): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(ms); // before, browsers refuse and complain
}
