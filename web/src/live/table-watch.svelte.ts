/** Follows a table from another page without playing there: the seats of this device, and the people who are ready. */

import { counted } from "../model/seats";
import type { Message } from "../protocol";
import { Connection } from "./connection";
import { ShownVersion } from "./history";
import { TableState } from "./state.svelte";

export class TableWatch {
  private readonly state = new TableState();
  private readonly connection: Connection;
  readonly players = $derived(counted(this.state.lobby?.seats ?? []));

  constructor(
    readonly code: string,
    url: string,
  ) {
    const { shown } = new ShownVersion(code); // this page shows nothing of the table, so it stays as it is
    this.connection = new Connection(url, {
      message: (message) => this.receive(message),
      status: () => {},
      version: () => shown,
      refused: () => this.close(),
    });
  }

  get lobby() {
    return this.state.lobby;
  }
  get mine(): readonly number[] {
    return this.state.mine;
  }

  beginsIn(): number | null {
    return this.state.beginsIn();
  }

  close(): void {
    this.state.stopClock();
    this.connection.close();
  }

  private receive(message: Message): void {
    if (message.type === "welcome") this.state.welcome(message);
    else if (message.type === "update") {
      this.state.patchLobby(message);
      this.state.patchSeats(message);
      this.state.patchGame(message);
    } else if (message.type === "bye") this.close();
  }
}
