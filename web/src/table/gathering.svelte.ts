/** Calls a player to another game while others are ready for it: by a bar, the tab's title and the screen reader. */

import { onDestroy, untrack } from "svelte";

import { say, texts } from "../lang/language.svelte";
import { Speaker } from "../lang/speech";
import type { Seated } from "../model/seats";
import { announcer } from "../narration/announcer.svelte";
import type { Lobby } from "../protocol";
import { call } from "../ui/call.svelte";

/** A table between two games. */
interface Gathered {
  readonly lobby: Lobby | null;
  readonly mine: readonly number[];
  readonly players: readonly Seated[];
  /** by which number this device's chair is known that is asked for, or kept; null without one */
  readonly asked: number | null;
  beginsIn(): number | null;
}

/** The tables to which a player comes from another page to join. */
const joining = new Set<string>();

export function joinSoon(code: string): void {
  joining.add(code);
}

/** Return the seats of the people at a table. */
export function people(lobby: Lobby): number[] {
  return [...lobby.seats.keys()].filter((seat) => lobby.seats[seat]!.kind === "person");
}

const MAX_COUNTED_SECONDS = 60; // at a slow table people have a day: nobody counts its seconds

/** Return the whole seconds in so many milliseconds; null where there is nothing to count down. */
export function seconds(left: number | null): number | null {
  const whole = Math.ceil((left ?? Infinity) / 1000);
  return whole <= MAX_COUNTED_SECONDS ? whole : null;
}

/**
 * Attend to the gathering at a table, for as long as the component that calls this while it is set up.
 *
 * `isElsewhere`: the page is not the table's, which itself says that a chair is kept.
 */
export function attendGathering(at: () => Gathered | null, join: () => void, isElsewhere = false): void {
  const table = $derived(at());
  const lobby = $derived(table?.lobby ?? null);
  const isOver = $derived(lobby?.stage === "over");
  const ready = $derived(lobby && isOver ? people(lobby).filter((seat) => lobby.seats[seat]!.again) : []);
  const others = $derived(ready.filter((seat) => !table!.mine.includes(seat)));
  const isCalled = $derived(others.length > 0 && table!.mine.length > 0 && others.length === ready.length);
  const names = $derived(lobby ? new Speaker(texts(), lobby.game, table!.players, null).playerList(others) : "");
  const text = $derived(say("again.call", { n: others.length, players: names }));

  const kept = $derived(lobby?.asking.find((one) => one.kept && one.asker === table!.asked));

  $effect(() => {
    if (isCalled) call.now = { text, label: say("again.join"), act: join, seconds: seconds(table!.beginsIn()) };
    else if (isElsewhere && kept && !kept.again)
      call.now = { text: say("again.kept"), label: say("again.join-next"), act: join, seconds: null };
    else call.now = null;
  });
  onDestroy(() => (call.now = null));

  $effect(() => {
    if (!isCalled) return;
    const before = document.title;
    document.title = `▶ ${text.replace(/\.$/, "")}`;
    return () => (document.title = before);
  });

  // Each player is announced once, to all others at the table.
  let announced: readonly number[] = [];
  $effect(() => {
    const fresh = others.filter((seat) => !announced.includes(seat));
    announced = others;
    if (fresh.length === 0 || !lobby) return;
    const who = untrack(() => new Speaker(texts(), lobby.game, table!.players, null).playerList(fresh));
    announcer.announce(say("again.call", { n: fresh.length, players: who }));
  });

  // A game that begins by itself replaces the result in front of the player.
  let wasShared = false;
  $effect(() => {
    if (isOver) wasShared = people(lobby!).length > 1;
    else if (lobby && wasShared) {
      wasShared = false;
      untrack(() => announcer.announce(say("again.begins")));
    }
  });

  $effect(() => {
    if (lobby && (isOver || kept) && joining.delete(lobby.code)) untrack(join);
  });
}
