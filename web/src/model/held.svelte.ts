/**
 * Holds fields of the views as they were: an event that reveals them has arrived, and was not shown yet. The event is
 * told, in words and by its sound, when its picture is seen. What a player may do, and until when, is never held.
 */

import { untrack } from "svelte";

import type { GameName, GameTypes } from "../protocol";
import { eventFacts, isReveal } from "./facts";

type View = GameTypes[GameName]["view"];
type Own = GameTypes[GameName]["own"];
type Aid = GameTypes[GameName]["aid"];
type Event = GameTypes[GameName]["event"];
type Events = readonly Event[];
type Parts = readonly Readonly<Record<string, unknown>>[];

/** The scene before some events. */
export interface SceneBefore {
  view: View;
  /** what a seat saw alone, with its memory aid */
  own: (seat: number) => { view: Own; aid: Aid | null } | undefined;
  history: Events;
}

/** An event that reveals something, and the scene before it. */
export interface Unshown extends SceneBefore {
  key: number;
  /** fields of the view; `houses.score` is a part of each of the houses, `own.hand` a field of the viewer's own view */
  fields: readonly string[];
  /** whether it takes no while of its own to be shown: then it begins when everything before it was shown */
  isBrief: boolean;
  /** whether it names the winners */
  isEnd: boolean;
}

export class Held {
  private unshown = $state.raw<readonly Unshown[]>([]);
  /** the key of the last event that was told though what it reveals is still held */
  private told = $state(0);

  hold(more: readonly Unshown[]): void {
    if (more.length > 0) this.unshown = [...untrack(() => this.unshown), ...more];
  }

  /** Let go of everything that the events up to a key reveal; return whether one begins only now. */
  release(key = Infinity): boolean {
    return untrack(() => {
      const [before, begun] = [this.unshown, this.beginsBefore];
      if (before.length === 0 || before[0]!.key > key) return false;
      this.unshown = before.filter((one) => one.key > key);
      return this.beginsBefore !== begun;
    });
  }

  /** Tell the events up to a key: their pictures are seen. */
  tell(key: number): void {
    this.told = Math.max(
      untrack(() => this.told),
      key,
    );
  }

  /** Return the key of the last event before the one that names the winners; with no such event held, infinity. */
  get beforeEnd(): number {
    return (this.unshown.find((one) => one.isEnd)?.key ?? Infinity) - 1;
  }

  /** Return a view with the held fields as they were before the first event that reveals them. */
  view<V extends View>(now: V): V {
    return this.unshown.reduceRight((view, { fields, view: before }) => withFields(view, fields, before), now);
  }

  /** Return a seat's own view with the held fields as they were. */
  own<O extends Own>(seat: number, now: O): O {
    return this.unshown.reduceRight((own, one) => {
      const fields = one.fields.flatMap((field) => (field.startsWith("own.") ? field.slice("own.".length) : []));
      const before = fields.length > 0 && one.own(seat);
      return before ? withFields(own, fields, before.view) : own;
    }, now);
  }

  /** Return a seat's memory aid: it has nothing that was not shown yet. */
  aid(seat: number, now: Aid | null): Aid | null {
    return this.unshown[0]?.own(seat)?.aid ?? now;
  }

  /** Return the history before the first event that was not shown; null: it is up to date. */
  get history(): Events | null {
    return this.unshown[0]?.history ?? null;
  }

  /** Return the key of the first event that begins only when everything before it was shown. */
  get beginsBefore(): number {
    return this.unshown.find((one) => one.isBrief)?.key ?? Infinity;
  }

  /** Return the key of the first event that is not to be told yet. */
  get toldBefore(): number {
    return this.unshown.find((one) => one.key > this.told)?.key ?? Infinity;
  }
}

/** Return the events of an update that reveal something, up to a deal: what follows belongs to another scene. */
export function unshownOf(
  game: GameName,
  fresh: readonly { key: number; event: Event }[],
  before: SceneBefore,
): Unshown[] {
  const deal = fresh.findIndex(({ event }) => eventFacts(game, event.type).setting);
  return (deal < 0 ? fresh : fresh.slice(0, deal)).flatMap(({ key, event }) => {
    const { reveals: fields = [] } = eventFacts(game, event.type);
    const kind = { isBrief: !isReveal(game, event), isEnd: fields.includes("winners") };
    return fields.length > 0 ? [{ ...before, ...kind, key, fields }] : [];
  });
}

function withFields<V extends View | Own>(view: V, fields: readonly string[], before: View | Own): V {
  const [now, old] = [{ ...view } as Record<string, unknown>, before as unknown as Record<string, unknown>];
  for (const field of fields) {
    const [name, part] = field.split(".") as [string, string?];
    if (name === "own") continue; // of another view
    now[name] = part === undefined ? old[name] : withPart(now[name] as Parts, part, old[name] as Parts);
  }
  return now as unknown as V;
}

function withPart(now: Parts, part: string, before: Parts): Parts {
  return now.map((one, at) => (before[at] ? { ...one, [part]: before[at][part] } : one));
}
