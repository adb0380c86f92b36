/** Follows a table for "My games": what begins there in seats of this device is noted, what ends is kept. */

import { untrack } from "svelte";

import type { LiveTable } from "../live/table.svelte";
import { note, settle } from "./notes";

/** Follow the table, for as long as the component that calls this while it is set up. */
export function followGames(at: () => LiveTable | null): void {
  // As a text: it changes with the game and the seats, not with every move.
  const now = $derived(situation(at()));
  $effect(() => {
    if (now === null) return;
    untrack(() => {
      const table = at()!;
      const lobby = table.lobby!;
      const isPlaying = lobby.stage === "playing";
      if (isPlaying) note(lobby, ownSeats(table));
      // Of an earlier game too: others may have gone on without us.
      settle(table.code, isPlaying ? lobby.number : null).catch(() => {});
    });
  });
}

function situation(table: LiveTable | null): string | null {
  if (!table?.lobby || !table.hasGame) return null;
  return [table.code, table.lobby.stage, table.lobby.number, ...ownSeats(table)].join();
}

/** Return the seats of the game: a chair for the next one is none. */
function ownSeats(table: LiveTable): number[] {
  return table.mine.filter((seat) => seat < table.view.scores.length);
}
