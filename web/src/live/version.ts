/** Keeps in the tab which version of a table the player was shown: after a reload the server tells what came since. */

import { inTab } from "../lib/storage";

export class ShownVersion {
  shown: number | undefined;
  /** the last one that the server told */
  latest = 0;

  constructor(private readonly code: string) {
    this.shown = inTab.read<number>(this.key) ?? undefined;
  }

  /** Note that everything was shown. */
  save(): void {
    this.shown = this.latest;
    inTab.write(this.key, this.shown);
  }

  private get key(): string {
    return `toctoc:version:${this.code}`;
  }
}
