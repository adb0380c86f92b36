/** Keeps a key that was meant for one question from answering the next one. */

import { untrack } from "svelte";

export class QuestionDelay {
  private asked: string;
  private since = -Infinity;

  /** To be made while a component is set up; `question` is empty while nothing is asked. */
  constructor(
    question: () => string,
    private readonly lasts: () => number,
  ) {
    this.asked = untrack(question);
    $effect.pre(() => {
      const now = question();
      if (now === this.asked) return;
      this.asked = now;
      if (now !== "") this.since = performance.now();
    });
  }

  get isOver(): boolean {
    return performance.now() - this.since >= this.lasts();
  }
}
