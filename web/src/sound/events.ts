/** Which event makes which sound. Null is silence: another event of the same moment is heard, or nothing should be. */

import type { Any, GameName, Games } from "../live/types";
import type { SoundName } from "./sheet";

type Event<G extends GameName, T> = Extract<Games[G]["event"], { type: T }>;
type Note<E> = SoundName | null | ((event: E) => SoundName);
/** Complete by its type: a new event of the protocol must be given a sound, or silence. */
type Score = {
  [G in GameName]: { [T in Exclude<Games[G]["event"]["type"], "GameOver">]: Note<Event<G, T>> };
};

export const SCORE: Score = {
  toctoctoc: {
    Started: "spooky",
    GuestCame: null,
    CardDealt: null,
    CardDealtToYou: null,
    TopTurned: null,
    Offered: "knock",
    YouOffered: "knock",
    Answered: "flip",
    Took: null,
    Chased: null,
    Joined: "slide",
    Lured: "slide",
    Fled: "slide",
    DrivenOff: "slide",
    NothingHappened: "wrong",
    Drew: null,
  },
  chocottes: {
    Started: "spooky",
    CardDealt: null,
    LookedAt: "flip",
    YouLookedAt: "flip",
    Draws: null,
    Drew: "slide",
    YouDrew: "slide",
    Discarded: "flip",
    Replaced: "flip",
    Snapped: ({ right }) => (right ? "snap" : "wrong"),
    Passed: null,
    CardAdded: "slide",
    Declined: null,
    Fed: "slide",
    Shuffles: "spooky",
    Shuffled: null,
    Exchanged: "slide",
    YouExchanged: "slide",
    Gave: "slide",
    Reaped: "snap",
    Arranged: "slide",
    Knocked: "knock",
    RowsShown: "flip",
    TileDrawn: "wrong",
    RoundEnded: null,
    RoundBegan: "spooky",
  },
  escalier: {
    Started: "spooky",
    Flipped: "flip",
    Turned: ({ right }) => (right ? "flip" : "wrong"),
    Shifted: "slide",
    Swapped: "slide",
    Guessed: ({ right }) => (right ? "flip" : "wrong"),
    Asked: "knock",
    Declined: null,
    NamedLast: null,
    WonPile: "win",
    NobodyOnWhite: null,
  },
};

/** What is heard of an event by the player of a seat; by who only watches, every end is a happy one. */
export function soundOf(game: GameName, event: Any<"event">, seat: number | null = null): SoundName | null {
  if (event.type === "GameOver") return seat === null || event.winners.includes(seat) ? "win" : "lose";
  const note = (SCORE[game] as Record<string, Note<Any<"event">>>)[event.type] ?? null;
  return typeof note === "function" ? note(event) : note;
}
