/** The protocol's types by game, the `Scene` that a game's table draws, and patching of views. */

import type { Reveals } from "./reveals.svelte";
import type { GameName, GameTypes } from "../protocol";
import type { Seated } from "./seats";

export type Games = GameTypes;
export { GAME_NAMES } from "../protocol";
export type { GameName } from "../protocol";

export type Any<K extends keyof Games[GameName]> = Games[GameName][K];

/** Something that happened, as the viewer may know it. Keys only grow. */
export interface Happened<G extends GameName = GameName> {
  key: number;
  event: Games[G]["event"];
}

/** The lost connection of a player, in whole seconds. */
export interface LostLine {
  seconds: number;
  /** until a bot plays for them; null if none will, or one does already */
  untilBot: number | null;
}

/** A table to draw: a live one, or one step of a replay. Games draw scenes and use nothing else. */
export interface Scene<G extends GameName = GameName> {
  readonly game: G;
  readonly view: Games[G]["view"];
  /** the view after all events, also those that are not shown yet: for deciding what to wait for, never drawn */
  readonly newest: Games[G]["view"];
  /** the seat from which the table is seen; null for spectators, and while a curtain is closed */
  readonly seat: number | null;
  /** the private view of that seat */
  readonly own: Games[G]["own"] | null;
  /** the memory aid, where the table has it; in a replay with everything open: everything */
  readonly aid: Games[G]["aid"] | null;
  readonly players: readonly Seated[];
  readonly options: Games[G]["options"];
  /** the events being presented: until they are over, there is no question */
  readonly reveals: Reveals;
  /** the other seats that still look at a reveal for all, such as the end of a round */
  readonly looking?: readonly number[];
  /** the latest events, oldest first: those that are shown, or are about to be */
  readonly happened: readonly Happened<G>[];
  /** those of them that may be told, in words and by sounds: the pictures of the others are not seen yet */
  readonly told: readonly Happened<G>[];
  /** an action of this device that is sent or waits for the line, and does not count yet */
  readonly sent: string | null;
  /** the action that a hint to the viewer named, for as long as it is marked at the table */
  readonly advised?: string | null;
  /** in a picture of a moment of a replay: the action that the viewer took, to be crossed out */
  readonly crossed?: string | null;
  /** whether the game is over, and watched move by move: events from before the table was drawn are not presented */
  readonly isReplay?: true;
  /** whether it is drawn for a room, on a big screen that nobody taps */
  readonly isScreen?: boolean;
  /** changes when the scene does not follow from the one before: after a jump in a replay, or a new connection */
  readonly cut?: number;
  /** in a replay: the views up to now, oldest first */
  readonly past?: readonly Games[G]["view"][];
  /** all seats that are played on this device */
  readonly mine: readonly number[];
  /** the legal actions of a seat; none while one of its actions is pending */
  legal(seat: number | null): readonly Games[G]["action"][];
  act(action: Games[G]["action"], seat?: number): void;
  /** milliseconds until a seat's time is up; null without a clock */
  timeLeft(seat: number): number | null;
  /** milliseconds until the snap window closes; null when none is open, or it has no clock */
  windowLeft(): number | null;
  /** how long the player of a seat has no connection; null while there is one. A replay has none to lose */
  absence?(seat: number): LostLine | null;
  /** a glimpse was shown long enough: it will not be sent again */
  glimpsed(): void;
}
