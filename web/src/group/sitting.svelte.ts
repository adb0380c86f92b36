/** Sits down in one's own chair at a group's table. */

import { untrack } from "svelte";

import { settings } from "../lib/settings.svelte";
import type { LiveTable } from "../live/table.svelte";
import { chairAt } from "./kept";

/** Sit down, for as long as the component that calls this while it is set up. */
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
