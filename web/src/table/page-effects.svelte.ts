/** Effects of the table page: commands that the page sends by itself, while the component that calls them lives. */

import { untrack } from "svelte";

import { chairAt } from "../group/known-groups";
import { type BotPace, botPace } from "../lib/pace";
import { settings } from "../lib/settings.svelte";
import type { LiveTable } from "../live/table.svelte";
import { factsOf } from "../model/facts";
import type { Lobby } from "../protocol";

/** Keep the server informed whether this device's player wants extended time, where windows have a clock. */
export function requestExtendedTime(at: () => LiveTable | null): void {
  let requested: boolean | null = null; // the last request, which the server may not have received yet
  $effect(() => {
    const table = at();
    const lobby = table?.lobby;
    const seat = table?.mine[0];
    if (!table || !lobby || seat === undefined || lobby.stage === "closed") return;
    const isCalm = lobby.seats[seat]?.calm ?? false;
    const isWanted = settings.isUnhurried && Object.keys(factsOf(lobby.game).unhurried).length > 0;
    if (isCalm === isWanted) requested = null;
    else if (requested !== isWanted) untrack(() => table.ask({ type: "calm", on: (requested = isWanted) }));
  });
}

/** Keep the server informed of the pace of this device, where it is not the normal one. */
export function sendPace(at: () => LiveTable | null): void {
  let sent: BotPace = "normal";
  $effect(() => {
    const table = at();
    const pace = botPace();
    if (!table || table.mine.length === 0 || table.status !== "open" || table.cut === 0) return;
    if (pace !== "normal" || sent !== "normal") untrack(() => table.sendPace((sent = pace)));
  });
}

/** Sit down in the member's own chair at a group's table. */
export function takeOwnChair(at: () => LiveTable | null): void {
  $effect(() => {
    const table = at();
    const lobby = table?.lobby;
    if (!table || !lobby || table.mine.length > 0) return;
    const free = [...lobby.seats.keys()].filter((seat) => lobby.seats[seat]!.kind === "free");
    untrack(() => {
      const seat = chairAt(table.code, free);
      if (seat !== null) table.sit(seat, settings.name, settings.avatar);
    });
  });
}

/** Give each seat the colour of its player, who keeps it from game to game. */
export function keepColours(at: () => { readonly lobby: Lobby | null } | null): void {
  $effect(() => {
    const colours = at()?.lobby?.colours ?? [];
    const { style } = document.documentElement;
    for (const [seat, colour] of colours.entries()) style.setProperty(`--seat-${seat}`, `var(--colour-${colour})`);
    return () => {
      for (const seat of colours.keys()) style.removeProperty(`--seat-${seat}`);
    };
  });
}
