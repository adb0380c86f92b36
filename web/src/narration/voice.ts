/** Speaks to players that do not read yet, with the browser's own voice where it has one. */

import type { Language } from "../protocol";
import { settings } from "../lib/settings.svelte";

const VOLUME_FACTOR = 4; // than the sounds, which are quiet: words must be understood
const SPEECH_RATE = 0.9;

// Browsers stop in the middle of a sentence when its object is collected.
let spoken: readonly SpeechSynthesisUtterance[] = [];

/** Speak a text, and cut off the one before, unless it goes on. */
export function speak(text: string, language: Language, isMore = false): void {
  if (!isMore) hush();
  if (settings.volume === 0 || text === "" || !hasVoice()) return;
  try {
    const more = new SpeechSynthesisUtterance(text);
    more.lang = language;
    more.rate = SPEECH_RATE;
    more.volume = Math.min(1, settings.volume * VOLUME_FACTOR);
    spoken = [...spoken, more];
    speechSynthesis.speak(more);
  } catch {
    spoken = []; // the device says no: the pictures remain
  }
}

export function hush(): void {
  if (!hasVoice()) return;
  try {
    speechSynthesis.cancel();
  } catch {
    // nothing was being said
  }
  spoken = [];
}

function hasVoice(): boolean {
  return "speechSynthesis" in globalThis && "SpeechSynthesisUtterance" in globalThis;
}
