/** Reaches a player who looks elsewhere: by sounds, the tab's title, a short vibration, a screen reader's voice. */

import { untrack } from "svelte";

import { announce, call } from "../lib/announce.svelte";
import { loadGame } from "../games";
import { settings } from "../lib/settings.svelte";
import { say } from "../lang/language.svelte";
import type { LiveTable } from "../live/table.svelte";
import { soundsOf } from "../sound/events";
import { buzz, play } from "../sound/sounds";
import { speakerOf } from "../lang/speaker";

/** Call for attention, for as long as the component that calls this while it is set up. */
export function attend(at: () => LiveTable): void {
  const table = $derived(at());
  let heard = 0;

  // What was said to one player is not for the next one here; the news that come with the curtain are for all.
  $effect(() => {
    if (table.curtain !== null) announce("");
  });

  $effect(() => {
    const fresh = table.happened.filter((one) => one.key > heard);
    if (fresh.length === 0) return;
    heard = fresh.at(-1)!.key;
    const events = fresh.map((one) => one.event);
    const { game, seat } = table;
    void loadGame(game, settings.isText).then(({ sounds }) => soundsOf(sounds, events, seat).forEach(play));
    announce(speakerOf(table).sentences(events).join(" "));
  });

  const isAsked = $derived(table.lobby?.stage === "playing" && table.legal(table.seat).length > 0);

  $effect(() => {
    if (!isAsked) return;
    untrack(() => play("turn")); // once, and not again when somebody turns the volume up
    buzz(60);
    call(untrack(() => say("table.your-turn")));
  });

  $effect(() => {
    document.title = isAsked ? `● ${say("table.your-turn")} – Toctoc` : "Toctoc";
    return () => (document.title = "Toctoc");
  });
}
