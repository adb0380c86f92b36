/** Follows a table from another page without playing there: the seats of this device, and the people who are ready. */

import type { Message } from "../protocol";
import { Connection } from "./connection";
import { ChairWish } from "./pending.svelte";
import { TableState } from "./state.svelte";

export class TableWatch extends TableState {
  private readonly connection: Connection;
  private readonly wish: ChairWish;

  constructor(
    readonly code: string,
    path: string,
  ) {
    super(code);
    this.wish = new ChairWish(code);
    this.connection = new Connection(path, {
      message: (message) => this.receive(message),
      status: () => {},
      version: () => this.version.shown, // this page shows nothing of the table, so it stays as it is
      refused: () => this.close(),
    });
  }

  get asked(): number | null {
    return this.wish.asked;
  }

  override close(): void {
    super.close();
    this.connection.close();
  }

  private receive(message: Message): void {
    this.wish.receive(message, this.mine.length);
    if (message.type === "bye") this.close();
    else this.apply(message);
  }
}
