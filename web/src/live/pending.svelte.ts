/** Keeps what this device asked for and the server has not answered yet, as far as it shows meanwhile. */

import type { Avatar } from "../protocol";
import type { CommandBody, Connection } from "./connection";

interface PendingMove {
  id: string;
  seat: number;
  action: string;
  isLate: boolean;
}

const LATE = 2_000; // ms without an answer: it is told of

export class Pending {
  private moves = $state.raw<readonly PendingMove[]>([]);
  private starting = $state<string | null>(null);
  private readonly sits = new Map<string, { seat: number; also: boolean }>();
  private readonly leaves = new Map<string, number | null>();

  constructor(private readonly connection: Connection) {}

  move(action: string, seat: number): void {
    const id = this.connection.ask({ type: "move", action, seat });
    this.moves = [...this.moves, { id, seat, action, isLate: false }];
    setTimeout(() => (this.moves = this.moves.map((one) => (one.id === id ? { ...one, isLate: true } : one))), LATE);
  }

  /** Return the action of a seat that is on its way. */
  actionOf(seat: number | null): string | null {
    return this.moves.find((one) => one.seat === seat)?.action ?? null;
  }

  /** Whether a move is not answered. */
  get isWaiting(): boolean {
    return this.moves.length > 0;
  }

  /** Whether a move has been on its way for so long that somebody may wonder. */
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

  /** Sit down. A second tap on the way to a chair is none on another one. */
  sit(seat: number, name: string, avatar: Avatar, also: boolean): void {
    if (!also && [...this.sits.values()].some((one) => !one.also)) return;
    this.sits.set(this.connection.ask({ type: "sit", seat, name, avatar, also }), { seat, also });
  }

  leave(seat: number | null): void {
    this.leaves.set(this.connection.ask({ type: "leave", seat }), seat);
  }

  /** Forget what was answered. Return the seats of this device, which were `mine` before. */
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
