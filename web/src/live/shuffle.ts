/** Takes part in the fair shuffle (docs/explanation/fair-shuffle.md). SHA-256 is its own: plain HTTP has none. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

import { onDevice } from "../lib/storage";
import type { Lobby } from "../protocol";
import type { Pending } from "./pending.svelte";

/** The commitments from before the part was opened: a record must agree with them. */
export interface Announced {
  number: number;
  commitment: string;
  hashes: (string | null)[];
  part: string | null;
  seats: number[];
}

const partKey = (code: string) => `toctoc:part:${code}`;
const announcedKey = (code: string, number: number) => `toctoc:deal:${code}:${number}`;

export const digest = (hex: string): string => bytesToHex(sha256(hexToBytes(hex)));

function newPart(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Seal a part for the first game of a table that is yet to be made: its hash travels with the wish for the table. */
export function sealPart(): { hash: string; keep: (code: string) => void } {
  const part = newPart();
  return { hash: digest(part), keep: (code) => void onDevice.write(partKey(code), part) };
}

/** Return the commitments that this device was shown before that game, if it was there. */
export function announced(code: string, number: number): Announced | null {
  return onDevice.read<Announced>(announcedKey(code, number));
}

export class Shuffle {
  private opened = -1;
  private readied = "";
  private readonly sent = new Set<string>(); // the ids of its commands

  constructor(
    private readonly code: string,
    private readonly pending: Pending,
  ) {}

  /** Seal a part before a game, open it when the game is started. To be called whenever the lobby changed. */
  follow(lobby: Lobby, mine: readonly number[]): void {
    if (mine.length === 0) return;
    if (lobby.daily) this.note(lobby, mine);
    else if (lobby.stage === "dealing") this.open(lobby, mine);
    else if (lobby.stage === "lobby" || lobby.stage === "over") this.seal(lobby, mine);
  }

  /** Keep the seal of a daily deal, to which no device adds a part. */
  private note({ commitment, seats }: Lobby, mine: readonly number[]): void {
    if (announced(this.code, 1)) return;
    const kept: Announced = { number: 1, commitment, hashes: seats.map(() => null), part: null, seats: [...mine] };
    onDevice.write(announcedKey(this.code, 1), kept);
  }

  private seal(lobby: Lobby, mine: readonly number[]): void {
    const hash = mine.map((seat) => lobby.seats[seat]?.hash).find((hash) => hash !== undefined);
    const kept = onDevice.read<string>(partKey(this.code));
    if (hash !== undefined && kept !== null && digest(kept) === hash) return;
    const round = `${lobby.number}:${mine.join()}`;
    if (this.readied === round) return; // asked already, and not yet answered
    this.readied = round;
    const part = newPart();
    onDevice.write(partKey(this.code), part);
    this.sent.add(this.pending.send({ type: "ready", hash: digest(part) }));
  }

  private open(lobby: Lobby, mine: readonly number[]): void {
    const number = lobby.number + 1;
    if (this.opened === number) return;
    this.opened = number;
    this.readied = "";
    const part = onDevice.read<string>(partKey(this.code));
    const hashes = lobby.seats.map((seat) => seat.hash ?? null);
    const isOurs = part !== null && mine.some((seat) => hashes[seat] === digest(part));
    const kept: Announced = {
      number,
      commitment: lobby.commitment,
      hashes,
      part: isOurs ? part : null,
      seats: [...mine],
    };
    onDevice.write(announcedKey(this.code, number), kept);
    onDevice.forget(partKey(this.code)); // a part is for one game only
    if (isOurs) this.sent.add(this.pending.send({ type: "part", part }));
  }

  /** Tell whether the device sent this command by itself, so that a refusal is no news for the player. */
  hasSent(id: string | undefined): boolean {
    return id !== undefined && this.sent.has(id);
  }
}
