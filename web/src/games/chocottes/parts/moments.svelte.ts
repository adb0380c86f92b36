/** Marks cards, by their numbers, for a moment. */
export class Moments<Mark> {
  now = $state.raw<ReadonlyMap<number, Mark>>(new Map());
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** `lasts` says for how many milliseconds. */
  constructor(private readonly lasts: () => number) {}

  mark(id: number, mark: Mark): void {
    this.now = new Map(this.now).set(id, mark);
    clearTimeout(this.timers.get(id));
    this.timers.set(
      id,
      setTimeout(() => this.forget(id), this.lasts()),
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
