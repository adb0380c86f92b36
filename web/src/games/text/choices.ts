/** Lists legal actions to choose from; long lists let the player choose one part of an action after the other. */

import { nthKey } from "../../lib/keys";
import { type Reading, readBy, writeBy } from "../../model/notation";
import type { ActionFacts, GameFacts } from "../../protocol";

/** A kind of action, and its parts; null: not chosen yet. */
export interface Open {
  is: string;
  [part: string]: string | number | null;
}

export interface Choice {
  /** the parts that this choice settles */
  open: Open;
  /** as it is sent; null: other parts are chosen next */
  action: string | null;
  /** the key that chooses it; null where there are too many */
  key: string | null;
}

const MAX_WHOLE_ACTIONS = 6; // whole actions that are easily read at once; more are chosen part by part
const MAX_KEYS = 25; // that have a key each, where no letter means anything else
const NO = "0";

interface Move {
  action: string;
  reading: Reading;
}

/** The choices among legal actions, when some parts have been chosen before; in groups, one for each kind. */
export function choices(
  facts: GameFacts,
  legal: readonly string[],
  chosen: Open | null = null,
  taken: readonly string[] = [],
): Choice[][] {
  const moves = legal.flatMap((action): Move[] => {
    const reading = readBy(facts.actions, action) ?? { is: action }; // a newer server's, said as it is
    return chosen === null || isPartOf(chosen, reading) ? [{ action, reading }] : [];
  });
  // The second choice is the last one, if there are keys for it: two are enough for a move.
  const few = chosen === null ? MAX_WHOLE_ACTIONS : MAX_KEYS;
  const kinds = [...new Set(moves.map(({ reading }) => reading.is))];
  const groups = kinds
    .map((kind) => moves.filter(({ reading }) => reading.is === kind))
    .flatMap((group) => {
      const order = orderOf(facts.actions[group[0]!.reading.is]);
      const all = inOrder(moves.length > few ? narrowed(group, order) : group.map(whole), facts, order);
      return all.length > MAX_WHOLE_ACTIONS ? inParts(all, order) : [all];
    })
    .sort(([one], [other]) => Number(isNo(facts, one!)) - Number(isNo(facts, other!)));
  return withKeys(facts, groups, taken);
}

const whole = ({ action, reading }: Move): Choice => ({ open: reading, action, key: null });

/** One choice for each value of the first part that is not settled; whole actions where that settles everything. */
function narrowed(group: readonly Move[], order: readonly string[]): Choice[] {
  const valuesOf = (part: string) => [...new Set(group.map(({ reading }) => reading[part]!))];
  const first = order.find((part) => valuesOf(part).length > 1);
  if (first === undefined || valuesOf(first).length === group.length) return group.map(whole);
  return valuesOf(first).map((value) => {
    const same = group.filter(({ reading }) => reading[first] === value);
    if (same.length === 1) return whole(same[0]!);
    const settled = (part: string) => part === first || valuesOf(part).length === 1;
    const { is, ...parts } = same[0]!.reading;
    const open = Object.entries(parts).map(([part, each]) => [part, settled(part) ? each : null]);
    return { open: { is, ...Object.fromEntries(open) }, action: null, key: null };
  });
}

/** A long list, in groups with the same first part. */
function inParts(all: readonly Choice[], order: readonly string[]): Choice[][] {
  const first = order.find((part) => new Set(all.map(({ open }) => open[part])).size > 1);
  if (first === undefined || order.length < 2) return [[...all]];
  const values = [...new Set(all.map(({ open }) => open[first]))];
  if (values.length === all.length) return [[...all]];
  return values.map((value) => all.filter(({ open }) => open[first] === value));
}

/** Return the optional actions of a seat besides its question, from the facts and the view. */
export function asides(facts: GameFacts, view: object, seat: number): string[] {
  const shown = view as Readonly<Record<string, unknown>>;
  return Object.entries(facts.actions).flatMap(([is, { blanks = {}, aside_if, aside_of }]) => {
    if (!aside_if || !aside_of || !shown[aside_if]) return [];
    const places = Array.from({ length: (shown[aside_of] as number[])[seat] ?? 0 }, (_, at) => at + 1);
    const readings = Object.keys(blanks).reduce<Reading[]>(
      (all, blank) =>
        all.flatMap((one) =>
          places.filter((place) => !Object.values(one).includes(place)).map((place) => ({ ...one, [blank]: place })),
        ),
      [{ is }],
    );
    return readings.map((reading) => writeBy(facts.actions, reading));
  });
}

/** Tell whether an action is chosen with a choice, now or after other parts of it. */
export function leadsTo(facts: GameFacts, { open }: Choice, action: string | null | undefined): boolean {
  const reading = action ? readBy(facts.actions, action) : null;
  return reading !== null && isPartOf(open, reading);
}

function isPartOf(chosen: Open, reading: Reading): boolean {
  return Object.entries(chosen).every(([part, value]) => value === null || reading[part] === value);
}

/** In which order the parts of an action are chosen. */
function orderOf(facts: ActionFacts | undefined): readonly string[] {
  return facts?.order ?? Object.keys(facts?.blanks ?? {});
}

/** Numbers as they are counted, words as the game lists them; a hand has its cards in no order. */
function inOrder(group: Choice[], facts: GameFacts, order: readonly string[]): Choice[] {
  const rank = ({ open }: Choice, part: string): number => {
    const value = open[part];
    const words = facts.actions[open.is]?.blanks?.[part]?.words ?? [];
    return typeof value === "number" ? value : words.indexOf(String(value));
  };
  return group.toSorted(
    (one, other) => order.map((part) => rank(one, part) - rank(other, part)).find((by) => by !== 0) ?? 0,
  );
}

function isNo(facts: GameFacts, { open }: Choice): boolean {
  return facts.actions[open.is]?.is_no ?? false;
}

/** `0` says no, as at a table in the terminal; the others are counted from 1, and go on with letters. */
function withKeys(facts: GameFacts, groups: readonly Choice[][], taken: readonly string[]): Choice[][] {
  let count = 0;
  const all = groups.flat();
  const no = all.filter((choice) => isNo(facts, choice));
  const keyOf = (choice: Choice) => {
    if (no.length === 1 && all.length > 1 && choice === no[0]) return NO;
    count += 1;
    return nthKey(count - 1, taken) ?? null;
  };
  return groups.map((group) => group.map((choice) => ({ ...choice, key: keyOf(choice) })));
}
