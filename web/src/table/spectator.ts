/** Finds the seat that a spectator may take, takes it, or asks the host for one. */

import { inTab } from "../lib/storage";
import { settings } from "../lib/settings.svelte";
import { noteSeat } from "../live/recent-tables";
import type { LiveTable } from "../live/table.svelte";
import type { AskerShown } from "../protocol";

const leftKey = (code: string) => `toctoc:left:${code}`;

/** Remember the seat that this device gives up, to offer it again. */
export function noteLeft(code: string, seat: number): void {
  noteSeat(code, false);
  inTab.write(leftKey(code), seat);
}

/** Return the seat that this device gave up and may still take again; null if another player has it. */
export function seatLeft(table: LiveTable): number | null {
  const seat = inTab.read<number>(leftKey(table.code));
  return seat !== null && table.players[seat]?.kind === "free" ? seat : null;
}

/** A seat that may be taken at once: the own old one, a free one, or between games a bot's. */
export function seatOffered(table: LiveTable): { seat: number; isBots: boolean } | null {
  const { stage, seats } = table.lobby!;
  if (stage === "dealing" || stage === "closed") return null;
  const free = seatLeft(table) ?? seats.findIndex((seat) => seat.kind === "free");
  if (free >= 0) return { seat: free, isBots: false };
  const bots = stage === "playing" ? -1 : seats.findIndex((seat) => seat.kind === "bot");
  return bots >= 0 ? { seat: bots, isBots: true } : null;
}

/** Return the requests for a chair that this device, if it is the host's, has not answered. */
export function requestsTo(table: LiveTable): AskerShown[] {
  return table.creator ? table.lobby!.asking.filter((one) => !one.granted) : [];
}

export function sitDown(table: LiveTable, seat: number): void {
  inTab.forget(leftKey(table.code));
  table.sit(seat, settings.name, settings.avatar);
}
