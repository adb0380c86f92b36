/** Tracks commands that the server has not answered yet: moves, starts, seats, requests for a chair, hints. */

import type { Avatar, Command, Hinted, Message } from "../protocol";
import type { Connection } from "./connection";
import { busyUntil } from "../lib/taps";
import { inTab } from "../lib/storage";

type Without<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never;
/** A command before it has its id. */
export type CommandBody = Without<Extract<Command, { id: string }>, "id">;

interface PendingCommand {
  id: string;
  command: CommandBody;
  /** whether it has left this device, and may have arrived */
  isSent: boolean;
  isLate: boolean;
  /** unmark the button that was pressed */
  end: () => void;
}

const LATE_ANSWER_MS = 2_000; // then the page shows that the answer is late

export class Pending {
  private commands = $state.raw<readonly PendingCommand[]>([]);
  private readonly prefix = [...crypto.getRandomValues(new Uint8Array(6))].map((b) => b.toString(36)).join("");
  private counter = 0;

  constructor(private readonly connection: Connection) {}

  /** Send a command, and keep it until it is answered; call `end` then. Return the command's id. */
  send(command: CommandBody, end: () => void = () => {}): string {
    const id = `${this.prefix}-${(this.counter += 1)}`;
    const isSent = this.connection.send({ ...command, id } as Command);
    this.commands = [...this.commands, { id, command, isSent, isLate: false, end }];
    return id;
  }

  /** Return all commands, to be sent over a new line. */
  unanswered(): readonly Command[] {
    this.commands = this.commands.map((one) => ({ ...one, isSent: true }));
    return this.commands.map(({ id, command }) => ({ ...command, id }) as Command);
  }

  /**
   * Send a player's command; the pressed button is busy until it is answered. The same command once more is not sent
   * while it is the last one of its type. Return the command's id.
   */
  ask(command: CommandBody): string {
    const last = this.of(command.type).at(-1);
    if (last && JSON.stringify(last.command) === JSON.stringify(command)) return last.id;
    const id = this.send(command, command.type === "move" ? undefined : busyUntil()); // a table shows its moves itself
    setTimeout(
      () => (this.commands = this.commands.map((one) => (one.id === id ? { ...one, isLate: true } : one))),
      LATE_ANSWER_MS,
    );
    return id;
  }

  /** Return the action of a seat that is on its way. */
  actionOf(seat: number | null): string | null {
    return this.of("move").find((one) => one.command.seat === seat)?.command.action ?? null;
  }

  /** Whether a move is not answered. */
  get isWaiting(): boolean {
    return this.of("move").length > 0;
  }

  /** Whether a move has been pending for so long that the page explains it. */
  get isLate(): boolean {
    return this.of("move").some((one) => one.isLate);
  }

  /** Whether a command other than a move has been pending for so long that the page explains it. */
  get isCommandLate(): boolean {
    return this.commands.some((one) => one.isLate && one.command.type !== "move");
  }

  /** Whether a move has not left this device. */
  get canTakeBack(): boolean {
    return this.of("move").some((one) => !one.isSent);
  }

  /** Take back the commands of a type that have not left this device. */
  takeBack(type: CommandBody["type"]): void {
    this.commands = this.commands.filter((one) => one.isSent || one.command.type !== type);
  }

  /** Whether the game was started and the server has not answered yet. */
  get isStarting(): boolean {
    return this.of("start").length > 0;
  }

  /** Start the game; a second time only once the first one was answered. */
  start(how: Omit<Extract<CommandBody, { type: "start" }>, "type">): void {
    if (!this.isStarting) this.ask({ type: "start", ...how });
  }

  /** Whether `again` was sent and the server has not answered yet. */
  get isAnswering(): boolean {
    return this.of("again").length > 0;
  }

  again(on: boolean, fill: string | null, game: string | null): void {
    if (!this.isAnswering) this.ask({ type: "again", on, fill, ...(game !== null && { game }) });
  }

  /** Whether a seat was asked for and the server has not answered yet. */
  get isSitting(): boolean {
    return this.of("sit").length > 0;
  }

  /** Sit down. A second tap on the way to a chair is none on another one. */
  sit(seat: number, name: string, avatar: Avatar, also: boolean): void {
    if (!also && this.of("sit").some((one) => !one.command.also)) return;
    this.ask({ type: "sit", seat, name, avatar, also });
  }

  /** Forget an answered command. Return the seats of this device, which were `mine` before. */
  answer(id: string, isDone: boolean, mine: readonly number[]): readonly number[] {
    const answered = this.commands.find((one) => one.id === id);
    if (!answered) return mine;
    answered.end();
    this.commands = this.commands.filter((one) => one !== answered);
    const { command } = answered;
    if (!isDone) return mine;
    if (command.type === "sit") return command.also ? [...new Set([...mine, command.seat])].sort() : [command.seat];
    if (command.type !== "leave") return mine;
    return command.seat === null ? [] : mine.filter((seat) => seat !== command.seat);
  }

  /** Return the pending commands of a type, oldest first. */
  private of<T extends CommandBody["type"]>(type: T) {
    type Of = PendingCommand & { command: Extract<CommandBody, { type: T }> };
    return this.commands.filter((one): one is Of => one.command.type === type);
  }
}

/** Stores this device's request for a chair: the server numbers it, and the lobby shows it to all players. */
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

  /** Follow the messages of a table where this device has so many `seats`, before they are applied. */
  receive(message: Message, seats: number): void {
    if (message.type === "welcome") this.note(message.asker ?? this.asked);
    else if (message.type === "done" && message.id === this.id) this.note(message.version);
    else if (message.type === "update" && message.seats && message.seats.length < seats) {
      const kept = message.public.lobby?.asking?.at(-1); // a seat that is taken from this device has its chair kept
      if (kept?.kept) this.note(kept.asker);
    }
  }

  private note(asked: number | null): void {
    this.asked = asked;
    inTab.write(this.key, asked);
  }
}

/** Asks the strongest bot for advice: one hint at a time, for the viewer's seat. */
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
