/** Keeps this device's wish for a chair: the server numbers it, and the lobby shows it to everybody. */

import { inTab } from "../lib/storage";
import type { Message } from "../protocol";

export class ChairWish {
  /** by which number the lobby names it; null without one */
  asked = $state<number | null>(null);
  private id = "";
  private readonly key: string;

  constructor(code: string) {
    this.key = `toctoc:asked:${code}`;
    this.asked = inTab.read<number>(this.key);
  }

  /** Wait for the answer to the command with this id. */
  sent(id: string): void {
    this.id = id;
  }

  hear(message: Message): void {
    if (message.type !== "done" || message.id !== this.id) return;
    this.asked = message.version;
    inTab.write(this.key, message.version);
  }
}
