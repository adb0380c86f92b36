/** Tracks commands that the server has not answered yet: moves, starts, seats, requests for a chair. */

import { SvelteMap } from "svelte/reactivity";

import type { Avatar, Message } from "../protocol";
import type { CommandBody, Connection } from "./connection";
import { inTab } from "../lib/storage";

interface PendingMove {
  id: string;
  seat: number;
  action: string;
  isLate: boolean;
}

const LATE_ANSWER_MS = 2_000; // then the page shows that the answer is late

export class Pending {
  private moves = $state.raw<readonly PendingMove[]>([]);
  private starting = $state<string | null>(null);
  private readonly sits = new SvelteMap<string, { seat: number; also: boolean }>();
  private readonly leaves = new Map<string, number | null>();

  constructor(private readonly connection: Connection) {}

  move(action: string, seat: number): void {
    const id = this.connection.ask({ type: "move", action, seat });
    this.moves = [...this.moves, { id, seat, action, isLate: false }];
    setTimeout(
      () => (this.moves = this.moves.map((one) => (one.id === id ? { ...one, isLate: true } : one))),
      LATE_ANSWER_MS,
    );
  }

  /** Return the action of a seat that is on its way. */
  actionOf(seat: number | null): string | null {
    return this.moves.find((one) => one.seat === seat)?.action ?? null;
  }

  /** Whether a move is not answered. */
  get isWaiting(): boolean {
    return this.moves.length > 0;
  }

  /** Whether a move has been pending for so long that the page explains it. */
  get isLate(): boolean {
    return this.moves.some((one) => one.isLate);
  }

  /** Whether a move has not left this device. */
  get canTakeBack(): boolean {
    return this.moves.some((one) => this.connection.isHere(one.id));
  }

  takeBack(): void {
    this.moves = this.moves.filter((one) => !this.connection.takeBack(one.id));
  }

  /** Whether the game was started and the server has not answered yet. */
  get isStarting(): boolean {
    return this.starting !== null;
  }

  /** Start the game; a second time only once the first one was answered. */
  start(how: Omit<Extract<CommandBody, { type: "start" }>, "type">): void {
    this.starting ??= this.connection.ask({ type: "start", ...how });
  }

  /** Whether a seat was asked for and the server has not answered yet. */
  get isSitting(): boolean {
    return this.sits.size > 0;
  }

  /** Sit down. A second tap on the way to a chair is none on another one. */
  sit(seat: number, name: string, avatar: Avatar, also: boolean): void {
    if (!also && [...this.sits.values()].some((one) => !one.also)) return;
    this.sits.set(this.connection.ask({ type: "sit", seat, name, avatar, also }), { seat, also });
  }

  leave(seat: number | null): void {
    this.leaves.set(this.connection.ask({ type: "leave", seat }), seat);
  }

  /** Forget an answered command. Return the seats of this device, which were `mine` before. */
  answer(id: string, isDone: boolean, mine: readonly number[]): readonly number[] {
    const [sat, left] = [this.sits.get(id), this.leaves.get(id)];
    this.moves = this.moves.filter((one) => one.id !== id);
    if (this.starting === id) this.starting = null;
    this.sits.delete(id);
    this.leaves.delete(id);
    if (!isDone) return mine;
    if (sat) return sat.also ? [...new Set([...mine, sat.seat])].sort() : [sat.seat];
    if (left === undefined) return mine;
    return left === null ? [] : mine.filter((seat) => seat !== left);
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

  receive(message: Message): void {
    if (message.type !== "done" || message.id !== this.id) return;
    this.asked = message.version;
    inTab.write(this.key, message.version);
  }
}
