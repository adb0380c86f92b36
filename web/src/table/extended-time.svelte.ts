/** Tells a table whose windows have a clock whether this device's player takes their time. */

import { untrack } from "svelte";

import { settings } from "../lib/settings.svelte";
import { factsOf } from "../model/facts";
import type { LiveTable } from "../live/table.svelte";

/** Keep the table told, for as long as the component that calls this while it is set up. */
export function requestExtendedTime(at: () => LiveTable | null): void {
  let asked: boolean | null = null; // what the table was told last, and has perhaps not heard yet
  $effect(() => {
    const table = at();
    const lobby = table?.lobby;
    const seat = table?.mine[0];
    if (!table || !lobby || seat === undefined || lobby.stage === "closed") return;
    const isCalm = lobby.seats[seat]?.calm ?? false;
    const isWanted = settings.isUnhurried && Object.keys(factsOf(lobby.game).unhurried).length > 0;
    if (isCalm === isWanted) asked = null;
    else if (asked !== isWanted) untrack(() => table.ask({ type: "calm", on: (asked = isWanted) }));
  });
}
