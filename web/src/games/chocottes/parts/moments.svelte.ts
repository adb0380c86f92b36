/** Marks the great moments of a round for a second or two: a right throw, and the knock. Nothing waits for them. */

import { onDestroy, untrack } from "svelte";

import type { Scene } from "../../../model/scene";

const LASTS_MS = { Snapped: 1_500, Knocked: 1_700 } as const;

export interface Moment {
  key: number;
  type: keyof typeof LASTS_MS;
  seat: number;
}

export class Moments {
  now = $state.raw<Moment | null>(null);
  private lastKey: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** To be made while a component is set up; it ends with that component. Replays have no such moments. */
  constructor(private readonly shown: () => Scene<"chocottes">) {
    this.lastKey = shown().happened.at(-1)?.key ?? 0;
    $effect.pre(() => {
      const { happened } = shown();
      untrack(() => this.follow(happened.filter((one) => one.key > this.lastKey)));
    });
    onDestroy(() => clearTimeout(this.timer));
  }

  private follow(fresh: Scene<"chocottes">["happened"]): void {
    this.lastKey = fresh.at(-1)?.key ?? this.lastKey;
    const great = fresh.findLast(({ event }) => event.type === "Knocked" || (event.type === "Snapped" && event.right));
    if (!great || this.shown().isReplay) return;
    const { type, seat } = great.event as { type: Moment["type"]; seat: number };
    this.now = { key: great.key, type, seat };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), this.shown().reveals.stretch(LASTS_MS[type]));
  }

  end(): void {
    clearTimeout(this.timer);
    this.now = null;
  }
}
