/** Names the winners at the same moment everywhere: when the last cards were shown on every device. */

import type { LiveTable } from "./table.svelte";

const MAX_WAIT_MS = 8_000; // for other devices, as the table waits during a game

export class EndGate {
  /** whether the others had their time */
  private isLate = $state(false);

  constructor(private readonly table: () => LiveTable) {
    const isOver = $derived(table().lobby?.stage === "over");
    $effect(() => {
      if (!isOver) return;
      const timer = setTimeout(() => (this.isLate = true), MAX_WAIT_MS);
      return () => {
        clearTimeout(timer);
        this.isLate = false;
      };
    });
    $effect(() => {
      if (isOver && this.isOpen) table().reveals.catchUp();
    });
  }

  get isOpen(): boolean {
    const { lobby, reveals, isEndAwaited } = this.table();
    return lobby?.stage !== "playing" && !reveals.isOn && (this.isLate || !isEndAwaited);
  }
}
