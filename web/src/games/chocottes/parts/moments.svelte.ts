/** Marks cards, by their numbers, for a moment, or until they are forgotten. */
export class Moments<Mark> {
  now = $state.raw<ReadonlyMap<number, Mark>>(new Map());
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** `lasts` says for how many milliseconds; they may be endless. */
  constructor(private readonly lasts: () => number = () => Infinity) {}

  mark(id: number, mark: Mark): void {
    this.now = new Map(this.now).set(id, mark);
    clearTimeout(this.timers.get(id));
    const lasts = this.lasts();
    if (Number.isFinite(lasts))
      this.timers.set(
        id,
        setTimeout(() => this.forget(id), lasts),
      );
  }

  forget(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    if (!this.now.has(id)) return;
    const rest = new Map(this.now);
    rest.delete(id);
    this.now = rest;
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}
