/** Asks the strongest bot for advice: one hint at a time, for the viewer's seat. */

import type { Hinted, Message } from "../protocol";
import type { Pending } from "./pending.svelte";

export class Hints {
  private asked = $state.raw<{ id: string; seat: number } | null>(null);
  private given = $state.raw<{ hinted: Hinted; seat: number } | null>(null);

  constructor(private readonly pending: Pending) {}

  ask(seat: number): void {
    this.stop();
    this.given = null;
    this.asked = { id: this.pending.send({ type: "hint", seat }), seat };
  }

  /** Stop waiting: a later answer is ignored. */
  stop(): void {
    this.pending.takeBack("hint");
    this.asked = null;
  }

  /** Put the hint away: it was read, or another event has made it obsolete. */
  close(): void {
    this.given = null;
  }

  isAskedBy(seat: number | null): boolean {
    return this.asked !== null && this.asked.seat === seat;
  }

  /** Return the hint of a seat; other seats of the same device do not see it. */
  givenTo(seat: number | null): Hinted | null {
    return this.given !== null && this.given.seat === seat ? this.given.hinted : null;
  }

  receive(message: Message): void {
    const { asked } = this;
    if (message.type === "welcome") this.close();
    else if (message.type === "update") {
      const isAnotherQuestion = message.own?.some((own) => own.legal) ?? false;
      if (isAnotherQuestion) this.stop();
      if (isAnotherQuestion || message.public.events?.length) this.close();
    } else if (asked && "id" in message && message.id === asked.id) {
      this.asked = null;
      if (message.type === "hinted") this.given = { hinted: message, seat: asked.seat };
    }
  }
}
