/** Finds the achievements of a game that is over, and the first game with each. */

import { loadAchievements } from "../games";
import type { Events } from "../games/achievement";
import { isOurs } from "../model/facts";
import type { Replay } from "../protocol";
import type { Played } from "./played-game";
import { counts } from "./rungs";

/** Tell whether achievements count in a game: like the rungs of the ladder, without hints and with opponents. */
export function canEarn(game: Played): boolean {
  return isOurs(game.game) && counts(game) && !game.hints;
}

/** Return the names of the achievements that one of the seats earned; a seat that a stand-in played earns none. */
export async function earned({ game, frames }: Replay, seats: readonly number[]): Promise<string[]> {
  const all: Events = frames.flatMap(({ events = [] }): Events => events);
  const own = seats.filter((seat) => !frames.some((frame) => frame.seat === seat && frame.by === "stand-in"));
  const known = await loadAchievements(game);
  return known.filter(({ isEarned }) => own.some((seat) => isEarned(all, seat))).map(({ name }) => name);
}

/** Return the game in which an achievement was earned first. */
export function firstWith(games: readonly Played[], game: string, name: string): Played | undefined {
  return games.findLast((one) => one.game === game && one.earned?.includes(name));
}

/** Return the key of an achievement's title among the texts of its game; with `.how`, of the way to it. */
export const titleKey = (name: string): string => `achievement.${name}`;
