/** Fakes a websocket; a test has its other end. */

import type { Command, Message } from "../protocol";

export class FakeSocket {
  static opened: FakeSocket[] = [];
  static readonly OPEN = 1;

  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: Command[] = [];
  /** whether pings are answered */
  isAlive = true;

  constructor(readonly url: string) {
    FakeSocket.opened.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.opened.at(-1)!;
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message as Message) });
  }

  send(text: string): void {
    const command = JSON.parse(text) as Command;
    this.sent.push(command);
    if (command.type === "ping" && this.isAlive) this.tell({ type: "pong" });
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }
}
