/** Reaches a player who looks elsewhere: by sounds, the tab's title, a short vibration, a screen reader's voice. */

import { onDestroy, untrack } from "svelte";

import { loadGame } from "../games";
import type { GameClient } from "../games/game";
import { ask, forgetPrivate, hush, tell } from "../lib/announce.svelte";
import { settings } from "../lib/settings.svelte";
import { say } from "../lang/language.svelte";
import type { LiveTable } from "../live/table.svelte";
import { soundsOf } from "../sound/events";
import { buzz, play } from "../sound/sounds";
import { newsOf } from "./told";

/** Call for attention, for as long as the component that calls this while it is set up. */
export function attend(at: () => LiveTable): void {
  const table = $derived(at());
  let client = $state.raw<GameClient>();
  let heard = 0;

  $effect(() => {
    const { game } = table;
    void loadGame(game, settings.isText).then((loaded) => (client = loaded));
  });

  // What was said to one player is not for the next one here; the news that come with the curtain are for all.
  $effect(() => {
    if (table.curtain !== null) hush();
  });
  onDestroy(hush);
  $effect(() => {
    if (!table.isGlimpsing) forgetPrivate();
  });

  $effect(() => {
    const fresh = table.happened.filter((one) => one.key > heard);
    if (fresh.length === 0 || !client) return;
    heard = fresh.at(-1)!.key;
    const events = fresh.map((one) => one.event);
    soundsOf(client.sounds, events, table.seat).forEach(play);
    tell(newsOf(table, events, client));
  });

  const isAsked = $derived(table.lobby?.stage === "playing" && table.legal(table.seat).length > 0);
  const question = $derived(isAsked && client ? client.asked(table) : "");

  $effect(() => {
    if (!isAsked) return;
    untrack(() => play("turn")); // once, and not again when somebody turns the volume up
    buzz(60);
  });

  $effect(() =>
    ask(
      question,
      untrack(() => say("table.your-turn")),
    ),
  );

  $effect(() => {
    document.title = isAsked ? `● ${say("table.your-turn")} – Toctoc` : "Toctoc";
    return () => (document.title = "Toctoc");
  });
}
