/**
 * Holds fields of the view as they were: an event that reveals them has arrived, and was not shown yet. The rules never
 * read them: what is asked of whom, and until when, is never held.
 */

import { untrack } from "svelte";

import type { GameName, GameTypes } from "../protocol";
import { eventFacts, isReveal } from "./facts";

type View = GameTypes[GameName]["view"];
type Event = GameTypes[GameName]["event"];
type Events = readonly Event[];
type Parts = readonly Readonly<Record<string, unknown>>[];

/** The scene before some events. */
export interface SceneBefore {
  view: View;
  history: Events;
}

/** An event that reveals something, and the scene before it. */
export interface Unshown extends SceneBefore {
  key: number;
  /** fields of the view; `houses.score` is a part of each of the houses */
  fields: readonly string[];
  /** whether it takes no while of its own to be shown: then it is told with what it reveals */
  isTold: boolean;
}

export class Held {
  private unshown = $state.raw<readonly Unshown[]>([]);

  hold(more: readonly Unshown[]): void {
    if (more.length > 0) this.unshown = [...untrack(() => this.unshown), ...more];
  }

  /** Let go of everything that the events up to a key reveal; return whether one is told only now. */
  release(key = Infinity): boolean {
    return untrack(() => {
      const [before, told] = [this.unshown, this.toldFrom];
      if (before.length === 0 || before[0]!.key > key) return false;
      this.unshown = before.filter((one) => one.key > key);
      return this.toldFrom !== told;
    });
  }

  /** Return a view with the held fields as they were before the first event that reveals them. */
  view<V extends View>(now: V): V {
    return this.unshown.reduceRight((view, { fields, view: before }) => withFields(view, fields, before), now);
  }

  /** Tell whether an event was not shown yet. */
  holds(key: number): boolean {
    return this.unshown.some((one) => one.key === key);
  }

  /** Return the history before the first event that was not shown; null: it is up to date. */
  get history(): Events | null {
    return this.unshown[0]?.history ?? null;
  }

  /** Return the key of the first event that is told only when everything before it was shown. */
  get toldFrom(): number {
    return this.unshown.find((one) => one.isTold)?.key ?? Infinity;
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
    return fields.length > 0 ? [{ ...before, key, fields, isTold: !isReveal(game, event) }] : [];
  });
}

function withFields<V extends View>(view: V, fields: readonly string[], before: View): V {
  const [now, old] = [{ ...view } as Record<string, unknown>, before as unknown as Record<string, unknown>];
  for (const field of fields) {
    const [name, part] = field.split(".") as [string, string?];
    now[name] = part === undefined ? old[name] : withPart(now[name] as Parts, part, old[name] as Parts);
  }
  return now as unknown as V;
}

function withPart(now: Parts, part: string, before: Parts): Parts {
  return now.map((one, at) => (before[at] ? { ...one, [part]: before[at][part] } : one));
}
