/** Reads the game aloud for children that do not read yet: events, and the question. */

import { onDestroy } from "svelte";

import { texts } from "../../../lang/language.svelte";
import type { Scene } from "../../../model/scene";
import { settings } from "../../../lib/settings.svelte";
import { hush, speak } from "../../../narration/voice";
import type { Place } from "./places";
import { isAsked, question, story } from "../words";

/** Narrate for as long as the component that calls this while it is set up. */
export function narrate(scene: () => Scene<"escalier">, picked: () => Place | null): void {
  let lastKey = 0;
  let asked = "";

  $effect(() => {
    if (!settings.pictures || scene().crossed) return; // a picture of a moment is silent
    const fresh = scene().happened.filter((one) => one.key > lastKey);
    const asks = isAsked(scene()) ? question(scene(), picked()) : "";
    if (fresh.length > 0 || (asks !== asked && asks !== "")) speak(story(scene(), fresh, picked()), texts().language);
    lastKey = fresh.at(-1)?.key ?? lastKey;
    asked = asks;
  });

  onDestroy(hush);
}
