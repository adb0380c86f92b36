/** Keeps the table's own time, in milliseconds: set by every update, and counted on between them. */
export class Clock {
  private base = 0;
  private since = performance.now();
  private now = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  set(at: number): void {
    this.base = at;
    this.since = performance.now();
    this.now = at;
  }

  /** Tick only while somebody waits for something. */
  run(on: boolean): void {
    if (on === (this.timer !== undefined)) return;
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => (this.now = this.base + performance.now() - this.since), 100) : undefined;
  }

  until(time: number): number {
    return Math.max(0, time - this.now);
  }
}
