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
  /** the key of the last event that had happened when the last ones were told */
  let known = 0;

  $effect(() => {
    if (!settings.pictures || scene().crossed) return; // a picture of a moment is silent
    const fresh = scene().told.filter((one) => one.key > lastKey);
    const asks = isAsked(scene()) ? question(scene(), picked()) : "";
    const isMore = picked() === null && (fresh[0]?.key ?? known) <= known && known === lastHappened();
    if (fresh.length > 0 || (asks !== asked && asks !== ""))
      speak(story(scene(), fresh, picked()), texts().language, isMore);
    if (fresh.length > 0) known = lastHappened();
    lastKey = fresh.at(-1)?.key ?? lastKey;
    asked = asks;
  });

  const lastHappened = () => scene().happened.at(-1)?.key ?? 0;

  onDestroy(hush);
}
