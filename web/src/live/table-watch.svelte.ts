/** Follows a table from another page without playing there: the seats of this device, and the people who are ready. */

import { counted } from "../model/seats";
import type { Message } from "../protocol";
import { Connection } from "./connection";
import { ShownVersion } from "./history";
import { ChairWish } from "./pending.svelte";
import { TableState } from "./state.svelte";

export class TableWatch {
  private readonly state = new TableState();
  private readonly connection: Connection;
  private readonly wish: ChairWish;
  readonly players = $derived(counted(this.state.lobby?.seats ?? []));

  constructor(
    readonly code: string,
    path: string,
  ) {
    const { shown } = new ShownVersion(code); // this page shows nothing of the table, so it stays as it is
    this.wish = new ChairWish(code);
    this.connection = new Connection(path, {
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

  get asked(): number | null {
    return this.wish.asked;
  }

  beginsIn(): number | null {
    return this.state.beginsIn();
  }

  close(): void {
    this.state.stopClock();
    this.connection.close();
  }

  private receive(message: Message): void {
    this.wish.receive(message, this.mine.length);
    if (message.type === "welcome") this.state.welcome(message);
    else if (message.type === "update") {
      this.state.patchLobby(message);
      this.state.patchSeats(message);
      this.state.patchGame(message);
    } else if (message.type === "absent") this.state.setAbsent(message.at, message.absent);
    else if (message.type === "bye") this.close();
  }
}
