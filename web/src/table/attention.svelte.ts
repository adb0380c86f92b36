/** Calls a player that looks elsewhere: by sounds, the tab's title, a short vibration, the screen reader. */

import { onDestroy, untrack } from "svelte";

import { loadGame } from "../games";
import type { GameClient } from "../games/game";
import { announcer } from "../narration/announcer.svelte";
import { settings } from "../lib/settings.svelte";
import { NAME, setTitle, withName } from "../lib/title";
import { say } from "../lang/language.svelte";
import { eventFacts } from "../model/facts";
import type { LiveTable } from "../live/table.svelte";
import type { Happened } from "../model/scene";
import { buzz, play, soundsOf } from "../sound/sounds";
import { announcementsOf } from "../narration/events";

/** Call for attention, for as long as the component that calls this while it is set up. */
export function attend(at: () => LiveTable): void {
  const table = $derived(at());
  let client = $state.raw<GameClient>();
  let lastKey = 0;
  /** events that are presented after the present reveal */
  let later: readonly Happened[] = [];

  $effect(() => {
    const { game } = table;
    void loadGame(game, settings.isText).then((loaded) => (client = loaded));
  });

  // Announcements for one player are not for the next one here; those that come with the curtain are for all.
  $effect(() => {
    if (table.curtain !== null) announcer.hush();
  });
  onDestroy(() => announcer.hush());
  $effect(() => {
    if (!table.isGlimpsing) announcer.forgetPrivate();
  });

  $effect(() => {
    const fresh = table.told.filter((one) => one.key > lastKey);
    const isPaused = table.reveals.isOn;
    if (!client) return;
    lastKey = fresh.at(-1)?.key ?? lastKey;
    const all = [...later, ...fresh];
    const now = isPaused ? untilPause(table.game, all, later.length > 0) : all.length;
    later = all.slice(now);
    if (now > 0) tellOf(all.slice(0, now), client);
  });

  function tellOf(happened: readonly Happened[], client: GameClient): void {
    const events = happened.map((one) => one.event);
    soundsOf(client.sounds, events, table.seat).forEach(play);
    announcer.tell(announcementsOf(table, events, client));
  }

  const isAsked = $derived(table.lobby?.stage === "playing" && table.legal(table.seat).length > 0);
  const question = $derived(isAsked && client ? client.asked(table) : "");

  $effect(() => {
    if (!isAsked) return;
    untrack(() => play("turn")); // once, and not again when the volume changes
    buzz(60);
  });

  $effect(() => {
    if (question === "" && table.reveals.isOn && table.sent === null) return announcer.rest();
    const short = untrack(() => (question && client?.shortly?.(table)) || say("table.your-turn"));
    announcer.ask(question, short);
  });

  $effect(() => {
    if (!isAsked) return setTitle(NAME); // not that of the invitation
    return setTitle(withName(`● ${say("table.your-turn")}`), "mark");
  });
}

/** Return how many events belong to the present reveal: events after a pause are announced when they are presented. */
function untilPause(game: string, happened: readonly Happened[], isPaused: boolean): number {
  const pause = happened.findIndex(({ event }) => eventFacts(game, event.type).pause);
  if (isPaused) return 0;
  return pause < 0 ? happened.length : pause + 1;
}
