/** Asks the server how a game went, and again and again how far it is, until it is known. */

import { api } from "../live/api";
import type { Analysis, Lookback } from "../protocol";

const PATIENCE = 1_000; // milliseconds between two questions

export class Asking {
  told = $state.raw<Lookback>({ state: "working" });
  error = $state.raw<unknown>(null);
  private isOver = false;

  constructor(
    private readonly code: string,
    private readonly number: number,
    readonly seat: number,
    readonly open: boolean,
    private readonly pause: () => Promise<void> = () => new Promise((done) => setTimeout(done, PATIENCE)),
  ) {}

  get analysis(): Analysis | null {
    return this.told.analysis ?? null;
  }

  async run(): Promise<void> {
    const wanted = { seat: this.seat, open: this.open };
    try {
      this.told = await api.wantAnalysis(this.code, this.number, wanted);
      while (!this.analysis && !this.isOver) {
        await this.pause();
        if (!this.isOver) this.told = await api.analysis(this.code, this.number, wanted);
      }
    } catch (error) {
      this.error = error;
    }
  }

  /** Nobody wants to know any more; the server makes it all the same, and keeps it. */
  stop(): void {
    this.isOver = true;
  }
}
