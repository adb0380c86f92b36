/** Finds the news of a game for this device: what it changed in the ladder, the streak and the achievements. */

import { firstWith } from "./achievements";
import type { Played } from "./played-game";
import { rungs } from "./rungs";
import { firstBeaten, inAll } from "./statistics";

const SHORTEST_STREAK = 2;

export type Headline =
  | { is: "achievement"; names: string[] }
  | { is: "rung"; n: number }
  | { is: "first-win"; seat: number }
  | { is: "streak"; n: number };

/** Return the news of the game `id` among all games, the newest first. */
export function headlines(games: readonly Played[], id: string): Headline[] {
  const at = games.findIndex((one) => one.id === id);
  if (at < 0) return [];
  const [now, before] = [games.slice(at), games.slice(at + 1)];
  const one = games[at]!;
  const rung = rungs(now, one.game);
  const [seat] = firstBeaten(one, before);
  const { streak } = inAll(now);
  const feats = (one.earned ?? []).filter((name) => !firstWith(before, one.game, name));
  const found: Headline[] = feats.length > 0 ? [{ is: "achievement", names: feats }] : [];
  if (rung > rungs(before, one.game)) found.push({ is: "rung", n: rung });
  if (seat !== undefined) found.push({ is: "first-win", seat });
  if (streak >= SHORTEST_STREAK && streak > inAll(before).streak) found.push({ is: "streak", n: streak });
  return found;
}
