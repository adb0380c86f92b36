/** Stores the progress in the lesson of a table, for the life of the tab: a reload repeats nothing. */

import { inTab } from "../lib/storage";

interface SavedProgress {
  seen: string[];
  isOff: boolean;
}

export class Progress {
  seen = $state.raw<ReadonlySet<string>>(new Set());
  /** the learner wants no tips for now */
  isOff = $state(false);

  constructor(private readonly key: string) {
    const kept = inTab.read<SavedProgress>(key);
    this.seen = new Set(kept?.seen);
    this.isOff = kept?.isOff ?? false;
  }

  see(tip: string): void {
    this.seen = new Set([...this.seen, tip]);
    this.keep();
  }

  leave(): void {
    this.isOff = true;
    this.keep();
  }

  resume(): void {
    this.isOff = false;
    this.keep();
  }

  private keep(): void {
    const kept: SavedProgress = { seen: [...this.seen], isOff: this.isOff };
    inTab.write(this.key, kept);
  }
}

const known = new Map<string, Progress>();

/** Return the progress at a table, the same object at each call: the menu can resume the lesson. */
export function progressOf(code: string): Progress {
  const progress = known.get(code) ?? new Progress(`toctoc:lesson:${code}`);
  known.set(code, progress);
  return progress;
}
