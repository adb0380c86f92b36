/** Calls a player to another game while others are ready for it: by a bar, the tab's title and the screen reader. */

import { onDestroy, untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";

import { facesOf } from "../ui/ready";
import { say, texts } from "../lang/language.svelte";
import { Speaker } from "../lang/speech";
import { setTitle } from "../lib/title";
import { shortTitle } from "../live/server.svelte";
import type { Seated } from "../model/seats";
import { announcer } from "../narration/announcer.svelte";
import type { Lobby } from "../protocol";
import { type Call, call } from "../ui/call.svelte";

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

/** Return the game that is played at a table next. */
export function upcoming(lobby: Lobby): string {
  return lobby.next_game || lobby.game;
}

/** The game that this device wanted next, for each table where a later suggestion has replaced it. */
const replaced = new SvelteMap<string, string>();

/** Return the game that this device wanted, if a later suggestion has replaced it; else an empty text. */
export function replacedWish({ code }: Lobby): string {
  return replaced.get(code) ?? "";
}

/** Add to a call that a suggestion has replaced the wish of this device. */
export function withWish(text: string, lobby: Lobby): string {
  const game = replacedWish(lobby);
  if (!game) return text;
  return `${text.replace(/\p{L}$/u, "$&.")} ${say("again.wanted", { game: shortTitle(game) })}`;
}

/** Say that these seats, other people's, want another game; and which one, if it is not the same. */
export function calling(lobby: Lobby, players: readonly Seated[], seats: readonly number[]): string {
  const who = { n: seats.length, players: new Speaker(texts(), lobby.game, players, null).playerList(seats) };
  return lobby.next_game
    ? say("again.suggests", { ...who, game: shortTitle(lobby.next_game) })
    : say("again.call", who);
}

/** Say that a ready player waits for these seats; and for which game, if it is not the same. */
export function waiting(lobby: Lobby, players: readonly Seated[], seats: readonly number[]): string {
  const who = { players: new Speaker(texts(), lobby.game, players, null).playerList(seats) };
  return lobby.next_game
    ? say("again.wait-next", { ...who, game: shortTitle(lobby.next_game) })
    : say("again.wait", who);
}

const MAX_COUNTED_SECONDS = 60; // at a slow table people have a day: nobody counts its seconds

/** Return the whole seconds in so many milliseconds; null where there is nothing to count down. */
export function seconds(left: number | null): number | null {
  const whole = Math.ceil((left ?? Infinity) / 1000);
  return whole <= MAX_COUNTED_SECONDS ? whole : null;
}

/** Return the seats of the people who are ready for another game, and of those who are not. */
function answers(lobby: Lobby): [number[], number[]] {
  const isReady = (seat: number) => lobby.seats[seat]!.again === true;
  return [people(lobby).filter(isReady), people(lobby).filter((seat) => !isReady(seat))];
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
  const [ready, missing] = $derived(isOver ? answers(lobby!) : [[], []]);
  const others = $derived(ready.filter((seat) => !table!.mine.includes(seat)));
  const isCalled = $derived(others.length > 0 && table!.mine.length > 0 && others.length === ready.length);
  const isWaiting = $derived(ready.length > others.length && missing.length > 0);
  const text = $derived(lobby ? calling(lobby, table!.players, others) : "");
  const next = $derived(lobby?.next_game ?? "");

  const kept = $derived(lobby?.asking.find((one) => one.kept && one.asker === table!.asked));

  // A suggestion ends the wishes of all: this device keeps its own, to say so and to offer it.
  let wish = "";
  $effect.pre(() => {
    if (!lobby) return;
    const now = isOver ? upcoming(lobby) : "";
    const isReady = ready.length > others.length;
    untrack(() => {
      if (wish && !isReady && now && now !== wish) replaced.set(lobby.code, wish);
      else if (isReady || !now || now === replacedWish(lobby)) replaced.delete(lobby.code);
      wish = isReady ? now : "";
    });
  });

  function current(): Call | null {
    if (!lobby) return null;
    const { players } = table!;
    const faces = facesOf({ game: lobby.game, players });
    const left = seconds(table!.beginsIn());
    if (isCalled)
      return { text: withWish(text, lobby), faces, answer: { label: say("again.join"), act: join }, seconds: left };
    if (isWaiting) return { text: waiting(lobby, players, missing), faces, answer: null, seconds: left };
    if (!isElsewhere || !kept || kept.again) return null;
    return { text: say("again.kept"), faces: [], answer: { label: say("again.join-next"), act: join }, seconds: null };
  }

  $effect(() => {
    call.now = current();
  });
  onDestroy(() => (call.now = null));

  $effect(() => {
    if (isCalled) return setTitle(`▶ ${text.replace(/\.$/, "")}`, "call");
  });

  // Each player is announced once for each suggested game, to all others at the table.
  let announced: readonly number[] = [];
  let announcedNext = "";
  $effect(() => {
    const fresh = others.filter((seat) => next !== announcedNext || !announced.includes(seat));
    [announced, announcedNext] = [others, next];
    if (fresh.length > 0 && lobby)
      announcer.announce(untrack(() => withWish(calling(lobby, table!.players, fresh), lobby)));
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
    if (!isElsewhere && lobby && (isOver || kept) && joining.delete(lobby.code)) untrack(join);
  });
}
