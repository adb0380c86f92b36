/** Finds the sentence that sums a game up: who led, and when that changed, as far as the estimates allow to say it. */

import { type Analysis, CAREFUL_REGRET, type Costly, type Point } from "../protocol";

/** The course of a game for its winner. */
type Course = "led" | "ahead" | "comeback" | "close" | "open" | "unsure";

/**
 * The end of a lead of a player that lost: by a costly decision of that player; by luck, where the player
 * made good decisions and another one moved; by a move that is not known to be a mistake; or slowly.
 */
type Loss = "mistake" | "luck" | "turned" | "slipped";

export interface Headline {
  /** the text, below `analysis.headline`; a shared win has none of its own */
  text: `${"you" | "they"}.${Course}` | Loss | "shared";
  /** the step at which it changed; null where the sentence names none */
  step: number | null;
  winners: readonly number[];
}

const MIN_LEAD = 0.05; // of win probability over the next player, besides the margins
const MIN_SHARE = 0.15; // of the points: a shorter lead is not worth a headline
const MIN_POINTS = 2;
const START = 0.1; // of the game: a lead from here on was a lead from the start
const EARLY = 0.35;
const LATE = 0.85; // of the game: it was close until then
const MAX_MARGIN = 0.25; // of win probability, on average: beyond it nobody can say who led

/**
 * Return the headline of a game: the course of it for the winner; for a player of `analysis.seat` that led and did not
 * win, the end of that lead.
 *
 * @param isPlayer whether the reader played in `analysis.seat`
 * @param moverAt returns the seat that made a step
 */
export function headlineOf(
  analysis: Analysis,
  isPlayer: boolean,
  moverAt: (step: number) => number | undefined,
): Headline {
  const { points, seat } = analysis;
  const { chances, step } = points.at(-1)!;
  const winners = chances.flatMap((chance, winner) => (chance > 0 ? [winner] : []));
  const before = points.slice(0, -1);
  const hasLost = isPlayer && !winners.includes(seat) && !isUnsure(before, seat);
  const loss = hasLost ? lossOf(analysis, before, step, moverAt) : null;
  if (loss) return { text: loss.kind, step: loss.step, winners };
  if (winners.length !== 1) return { text: "shared", step: null, winners };
  const course = courseOf(before, winners[0]!, step);
  const whose = isPlayer && winners.includes(seat) ? "you" : "they";
  return { text: `${whose}.${course.kind}`, step: course.step, winners };
}

/**
 * Return the decisions to cross out, the costliest first: none that won the game, or that a winner's headline names.
 *
 * @param moveOf returns the move that a step belongs to, with the chance after it
 */
export function mistakesOf(
  { costly, points, seat }: Analysis,
  { step, winners }: Headline,
  moveOf: (step: number) => number,
): readonly Costly[] {
  if (!winners.includes(seat)) return costly;
  const good = [points.at(-1)!.step, step ?? Infinity].map(moveOf);
  return costly.filter((decision) => !good.includes(moveOf(decision.step)));
}

/**
 * Return the key of the text about a player without a costly mistake. There is praise only for decisions that were much
 * better than moves at random; otherwise mistakes may hide in the margins.
 */
export function noneCostly(analysis: Analysis, hasLost: boolean): string {
  if (isCareful(analysis)) return hasLost ? "analysis.costly.none.lost" : "analysis.costly.none";
  return analysis.lapses.length > 0 ? "analysis.costly.none.slips" : "analysis.costly.none.unsure";
}

const isCareful = ({ lapses, regret }: Analysis) => lapses.length === 0 && (regret ?? 1) <= CAREFUL_REGRET;

/** Return the decision to show: the one of the headline, or the costliest. */
export function pictured(costly: readonly Costly[], { step }: Headline): Costly | undefined {
  return costly.find((decision) => decision.step === step) ?? costly[0];
}

function courseOf(points: readonly Point[], winner: number, end: number): { kind: Course; step: number | null } {
  if (points.length === 0 || isUnsure(points, winner)) return { kind: "unsure", step: null };
  const leads = leadsOf(points, winner);
  const behind = leads.lastIndexOf(-1);
  const settled = leads.findLastIndex((lead) => lead !== 1) + 1;
  const step = points[settled]?.step ?? end;
  const share = (step - points[0]!.step) / Math.max(1, end - points[0]!.step);
  if (isWorth(leads, -1)) return { kind: "comeback", step: points[behind + 1]?.step ?? end };
  if (share >= LATE) return { kind: "close", step: null };
  if (share <= START) return { kind: "led", step: null };
  return { kind: share <= EARLY ? "ahead" : "open", step };
}

/** Return how the lead of a seat that did not win ended; null if it never led for long. */
function lossOf(
  analysis: Analysis,
  points: readonly Point[],
  end: number,
  moverAt: (step: number) => number | undefined,
): { kind: Loss; step: number } | null {
  const { seat, turnings, costly } = analysis;
  const leads = leadsOf(points, seat);
  if (!isWorth(leads, 1)) return null;
  const last = leads.lastIndexOf(1);
  const from = points[last]!.step;
  const to = points[last + 1]?.step ?? end;
  const turning = turnings.find(({ step, before, after }) => step > from && step <= to && after < before);
  if (!turning) return { kind: "slipped", step: to };
  const { step } = turning;
  if (moverAt(step) !== seat) return { kind: isCareful(analysis) ? "luck" : "turned", step };
  return { kind: costly.some((decision) => decision.step === step) ? "mistake" : "turned", step };
}

/** Return the lead at each point. A short time in which nobody clearly leads does not end a lead. */
function leadsOf(points: readonly Point[], seat: number): (-1 | 0 | 1)[] {
  const leads = points.map((point) => leadOf(point, seat));
  const isShort = (from: number, to: number) => to - from - 1 <= Math.max(1, MIN_SHARE * leads.length);
  for (const [at, lead] of leads.entries()) {
    const next = leads.findIndex((later, after) => after > at && later !== 0);
    if (lead !== 0 && leads[next] === lead && isShort(at, next)) leads.fill(lead, at, next);
  }
  return leads;
}

/** Return 1 where a seat clearly leads, -1 where another seat clearly leads it, 0 where the margins allow neither. */
function leadOf({ chances, margins }: Point, seat: number): -1 | 0 | 1 {
  const others = chances.flatMap((_, other) => (other === seat ? [] : [other]));
  const rival = others.reduce((best, other) => (chances[other]! > chances[best]! ? other : best));
  const lead = chances[seat]! - chances[rival]!;
  // Both margins count: one chance may be too high because the other is too low.
  const least = Math.max(MIN_LEAD, margins[seat]! + margins[rival]!);
  return lead > least ? 1 : lead < -least ? -1 : 0;
}

const isWorth = (leads: readonly number[], lead: -1 | 1) =>
  leads.filter((one) => one === lead).length >= Math.max(MIN_POINTS, MIN_SHARE * leads.length);

function isUnsure(points: readonly Point[], seat: number): boolean {
  const total = points.reduce((sum, { margins }) => sum + margins[seat]!, 0);
  return total > MAX_MARGIN * points.length;
}
