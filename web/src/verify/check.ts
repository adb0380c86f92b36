/** Checks whether the deal was fair: one finding for each check of docs/explanation/fair-shuffle.md. */

import { hexToBytes } from "@noble/hashes/utils.js";

import { type Announced, digest } from "../live/shuffle";
import type { Deal, Pick } from "../protocol";
import { SeededRandom, seedOf } from "./seeded-random";
import type { Fair, GameRecord } from "./record";

/** `open`: not checked, or nothing that could be; it is no proof of anything bad. */
type Verdict = "good" | "bad" | "open";

export interface Finding {
  /** of the text: `deal.` and this */
  key: string;
  verdict: Verdict;
  /** the seats that it is about */
  seats: number[];
  values: Record<string, string | number>;
}

/**
 * Return all findings for a record with a sealed shuffle; `announced` has the commitments that this device saw before
 * the deal.
 */
export function findings(
  record: GameRecord & { fair: Fair },
  deal: Deal,
  number: number,
  announced: Announced | null,
): Finding[] {
  const { fair } = record;
  return [
    ...numbered(fair, number),
    digest(fair.secret) === fair.commitment ? good("seal.good") : bad("seal.bad"),
    ...parts(fair),
    ...(announced ? [sameAs(announced, fair), own(announced, fair)] : [open("announced.none")]),
    draws(record, deal.picks),
  ];
}

/** Sum up the findings. `good` only if this device took part and no seat was left out: then no one chose the deal. */
export function summary(found: readonly Finding[]): Verdict | "fits" {
  if (found.some(({ verdict }) => verdict === "bad")) return "bad";
  if (!found.some(({ verdict }) => verdict === "good")) return "open";
  return found.some(({ verdict }) => verdict === "open") ? "fits" : "good";
}

function numbered(fair: Fair, number: number): Finding[] {
  return fair.number === number ? [] : [bad("number.bad", [], { said: fair.number, number })];
}

function parts(fair: Fair): Finding[] {
  const seats = [...fair.seats.keys()];
  const given = seats.filter((seat) => fair.seats[seat]!.part !== undefined);
  const wrong = given.filter((seat) => digest(fair.seats[seat]!.part!) !== fair.seats[seat]!.hash);
  const skipped = seats.filter((seat) => fair.seats[seat]!.hash !== undefined && !given.includes(seat));
  const found =
    wrong.length > 0 ? bad("parts.bad", wrong) : given.length > 0 ? good("parts.good", given) : open("parts.none");
  return skipped.length > 0 ? [found, open("parts.skipped", skipped)] : [found];
}

/** Tell whether nothing was exchanged after this device had opened its part. */
function sameAs(announced: Announced, fair: Fair): Finding {
  if (announced.commitment !== fair.commitment) return bad("announced.commitment");
  const changed = [...fair.seats.keys()].filter(
    (seat) => (fair.seats[seat]!.hash ?? null) !== (announced.hashes[seat] ?? null),
  );
  if (changed.length > 0 || announced.hashes.length !== fair.seats.length) return bad("announced.hashes", changed);
  return good("announced.good");
}

function own({ part, seats }: Announced, fair: Fair): Finding {
  if (part === null) return open("own.none");
  return seats.some((seat) => fair.seats[seat]?.part === part) ? good("own.good") : bad("own.bad");
}

/** Tell whether every chance outcome in the record follows from secret and parts, and none was left out. */
function draws(record: GameRecord & { fair: Fair }, picks: readonly Pick[]): Finding {
  const dice = new SeededRandom(seedBytes(record.fair));
  const chances = record.steps.flatMap(([who, what], index) => (who === "chance" ? [{ step: index + 1, what }] : []));
  for (const [index, { step, what }] of chances.entries()) {
    const pick = picks[index];
    if (pick?.step !== step) return bad("draws.missing", [], { step });
    const due = outcome(pick, dice);
    if (due !== what) return bad("draws.bad", [], { step, what, due });
  }
  if (picks.length !== chances.length) return bad("draws.too-many", [], { n: picks.length - chances.length });
  return good("draws.good", [], { n: chances.length });
}

export function seedBytes(fair: Fair): Uint8Array {
  const parts = fair.seats.map(({ part }) => (part === undefined ? null : hexToBytes(part)));
  return seedOf(hexToBytes(fair.secret), fair.number, parts);
}

/** Return the outcome that has the drawn ticket. */
function outcome(pick: Pick, dice: SeededRandom): string {
  let ticket = dice.pick(pick.of.reduce((sum, { tickets }) => sum + tickets, 0));
  const found = pick.of.find(({ tickets }) => (ticket -= tickets) < 0);
  return found?.outcome ?? "";
}

type Rest = [seats?: number[], values?: Record<string, string | number>];
const finding =
  (verdict: Verdict) =>
  (key: string, ...[seats = [], values = {}]: Rest): Finding => ({ key, verdict, seats, values });
const good = finding("good");
const bad = finding("bad");
const open = finding("open");
