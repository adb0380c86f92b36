/** Plays a replay by itself, move after move. */

import type { ReplayScene } from "../model/replay-scene.svelte";

const SPEEDS = [0.5, 1, 2] as const;
const MOVE_MS = 1_600; // a move at speed 1: enough to read a sentence

export class Playback {
  speed = $state<(typeof SPEEDS)[number]>(1);
  isPlaying = $state(false);

  constructor(private readonly scene: ReplayScene) {}

  /** Run for as long as the component that calls it while it is set up. */
  attend(): void {
    $effect(() => {
      if (!this.isPlaying) return;
      if (this.scene.position === this.scene.last) {
        this.isPlaying = false;
        return;
      }
      const timer = setTimeout(() => this.scene.go(this.scene.position + 1), MOVE_MS / this.speed);
      return () => clearTimeout(timer);
    });
  }

  toggle(): void {
    if (!this.isPlaying && this.scene.position === this.scene.last) this.scene.go(0);
    this.isPlaying = !this.isPlaying;
  }

  /** Go to a move and pause playback. */
  go(position: number): void {
    this.isPlaying = false;
    this.scene.go(position);
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
  }
}
