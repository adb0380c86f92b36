/** Requests an analysis and polls until it is complete; reads and writes its address in the hash of the page. */

import { api } from "../live/api";
import type { Analysis, AnalysisProgress } from "../protocol";

const ANALYSIS_POLL_MS = 1_000; // between two questions

export class AnalysisRequest {
  answer = $state.raw<AnalysisProgress>({ state: "working" });
  error = $state.raw<unknown>(null);
  private isOver = false;

  constructor(
    private readonly code: string,
    private readonly number: number,
    readonly seat: number,
    readonly open: boolean,
    private readonly pause: () => Promise<void> = () => new Promise((done) => setTimeout(done, ANALYSIS_POLL_MS)),
  ) {}

  get analysis(): Analysis | null {
    return this.answer.analysis ?? null;
  }

  async run(): Promise<void> {
    const wanted = { seat: this.seat, open: this.open };
    try {
      this.answer = await api.wantAnalysis(this.code, this.number, wanted);
      while (!this.analysis && !this.isOver) {
        await this.pause();
        if (!this.isOver) this.answer = await api.analysis(this.code, this.number, wanted);
      }
    } catch (error) {
      this.error = error;
    }
  }

  /** Stop polling; the server completes the analysis all the same, and stores it. */
  stop(): void {
    this.isOver = true;
  }
}

/** The address of an analysis, in the hash of a replay's page: `#how.1` from seat 1, `#how.1.open` with all open. */
export interface Look {
  seat: number;
  open: boolean;
}

export function lookOf(hash: string): Partial<Look> | null {
  const found = /^#how(?:\.(\d))?(\.open)?$/.exec(hash);
  if (!found) return null;
  return { ...(found[1] === undefined ? {} : { seat: Number(found[1]) }), open: found[2] !== undefined };
}

export function hashOf({ seat, open }: Look): string {
  return `#how.${seat}${open ? ".open" : ""}`;
}
