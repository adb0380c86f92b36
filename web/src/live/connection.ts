/** Keeps one line to a table open: it reconnects by itself, and sends unanswered commands again. */

import { type Command, PROTOCOL, type Message } from "../protocol";
import { type Host, hostOf, type Line } from "./host";

export type Status = "connecting" | "open" | "lost" | "ended";

interface Handlers {
  message(message: Message): void;
  status(status: Status): void;
  /** the last version that was shown to the player */
  version(): number | undefined;
  /** the door stays shut, again and again; browsers do not say why */
  refused(): void;
  /** returns the commands that a new line sends again */
  unanswered?(): readonly Command[];
}

const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 5_000;
const CONNECT_WITHIN_MS = 8_000; // longer than a server waits for the node that has the table
const PING_AFTER_MS = 2_500; // of silence
const DEAD_AFTER_MS = 5_500; // of silence, though the socket seems open: a node that stands still is left in time
const MAX_REFUSED_CONNECTS = 2; // in a row
const RESTART_GRACE_MS = 2_000; // until a server that restarts counts as lost

/** Tell whether a server that says goodbye for this reason, or another one, is there again in a moment. */
export const comesBack = (code: string): boolean => code === "server/ends" || code.startsWith("store/");

export class Connection {
  private readonly host: Host;
  private line: Line | null = null;
  private greeted = false;
  private tries = 0;
  private shut = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private blink: ReturnType<typeof setTimeout> | undefined; // until the connection is reported as lost

  constructor(
    private readonly path: string,
    private readonly handlers: Handlers,
  ) {
    this.host = hostOf(path);
    if (this.host.isRemote) {
      addEventListener("online", this.hurry);
      addEventListener("offline", this.drop);
    }
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Send a message; return false if there is no connection. */
  send(message: Command): boolean {
    if (this.greeted) this.write(message);
    return this.greeted;
  }

  close(): void {
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.hurry);
    this.hangUp();
    this.report("ended");
  }

  private connect(): void {
    this.hangUp();
    this.report(this.tries === 0 ? "connecting" : "lost");
    const line = this.host.open(this.path);
    this.line = line;
    this.expectWord(CONNECT_WITHIN_MS);
    line.onopen = () => {
      if (this.line !== line) return;
      this.shut = 0;
      this.greet();
    };
    line.onmessage = (text) => {
      if (this.line === line) this.receive(JSON.parse(text) as Message);
    };
    line.onclose = () => {
      if (this.line !== line) return;
      if (!this.greeted) this.shut += 1;
      this.again();
    };
  }

  private greet(): void {
    const version = this.handlers.version();
    this.write({ type: "hello", protocol: PROTOCOL, ...(version === undefined ? {} : { version }) });
  }

  /** Leave a dead line in time: browsers take theirs to say that it is closed. The engine takes its time to start. */
  private expectWord(within: number): void {
    clearTimeout(this.timer);
    if (!this.host.isRemote) return;
    this.timer = setTimeout(() => this.again(), within);
  }

  /** Ask the line whether it is alive once it is silent: a page does not see the pings of websockets. */
  private listen(): void {
    clearTimeout(this.timer);
    if (!this.host.isRemote) return;
    this.timer = setTimeout(() => {
      this.expectWord(DEAD_AFTER_MS - PING_AFTER_MS);
      this.write({ type: "ping" });
    }, PING_AFTER_MS);
  }

  /** Close the line; later messages of it are ignored. */
  private hangUp(): void {
    const old = this.line;
    this.line = null;
    this.greeted = false;
    clearTimeout(this.timer);
    old?.close();
  }

  private receive(message: Message): void {
    if (this.greeted || message.type === "welcome") this.listen();
    if (message.type === "pong") return;
    if (message.type === "welcome") {
      this.greeted = true;
      this.tries = 0;
      const unanswered = this.handlers.unanswered?.() ?? [];
      this.handlers.message(message);
      this.report("open");
      for (const command of unanswered) this.write(command);
      return;
    }
    if (message.type === "bye" && comesBack(message.code)) {
      clearTimeout(this.blink);
      this.blink = setTimeout(() => {
        this.blink = undefined;
        this.report("lost");
      }, RESTART_GRACE_MS);
    }
    this.handlers.message(message);
  }

  /** Tell how the line is; a goodbye that is not for long is no word worth. */
  private report(status: Status): void {
    if (status === "lost" && this.blink !== undefined) return;
    clearTimeout(this.blink);
    this.blink = undefined;
    this.handlers.status(status);
  }

  private again(): void {
    this.hangUp();
    this.tries += 1;
    this.report("lost");
    // A random part, so that not all clients come back at once after the server was away.
    const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.tries - 1)) * (0.5 + Math.random() / 2);
    this.timer = setTimeout(() => this.connect(), wait);
    if (this.shut >= MAX_REFUSED_CONNECTS) this.handlers.refused();
  }

  /** Connect at once where a phone slept or a network is back: the old line is not to be trusted. */
  private hurry = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.greeted && this.line?.isOpen) {
      // Greeting again costs one message, and tells whether the line is alive.
      this.greet();
      this.expectWord(DEAD_AFTER_MS - PING_AFTER_MS);
      return;
    }
    this.connect();
  };

  /** Leave the line at once: the device is without a network. A server on the device itself is found again at once. */
  private drop = (): void => this.again();

  private write(message: Command): void {
    if (this.line?.isOpen) this.line.send(JSON.stringify(message));
  }
}
