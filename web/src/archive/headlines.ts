/** Finds the news of a game for this device: what it changed in the ladder, the streak and the achievements. */

import { firstWith } from "./achievements";
import type { Played } from "./played-game";
import { rungs } from "./rungs";
import { firstBeaten, inAll } from "./statistics";

const SHORTEST_STREAK = 2;
const SHORTEST_SERIES = 2;

export type Headline =
  | { is: "series"; people: { seat: number; won: number }[] }
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
  const people = series(now);
  const found: Headline[] = people ? [{ is: "series", people }] : [];
  if (feats.length > 0) found.push({ is: "achievement", names: feats });
  if (rung > rungs(before, one.game)) found.push({ is: "rung", n: rung });
  if (seat !== undefined) found.push({ is: "first-win", seat });
  if (streak >= SHORTEST_STREAK && streak > inAll(before).streak) found.push({ is: "streak", n: streak });
  return found;
}

/** Return the wins of the people in all games of their table; null for a first game, one person, or no win. */
function series([newest, ...earlier]: readonly Played[]): { seat: number; won: number }[] | null {
  const { server, code, lesson, players } = newest!;
  const names = namesOf(newest!);
  if (lesson || names.length < 2) return null;
  const isOfSeries = (one: Played) =>
    one.server === server && one.code === code && !one.lesson && namesOf(one).join("\n") === names.join("\n");
  const games = [newest!, ...earlier.filter(isOfSeries)];
  if (games.length < SHORTEST_SERIES) return null;
  const wins = (name: string) => games.filter((one) => one.places[seatOf(one, name)] === 1).length;
  const seats = [...players.keys()].filter((seat) => !players[seat]!.bot);
  const won = seats.map((seat) => ({ seat, won: wins(players[seat]!.name) }));
  return won.some((one) => one.won > 0) ? won : null; // bots have won all: 0 : 0 says nothing
}

/** Return the names of the people in a game: no two at a table are the same. */
function namesOf({ players }: Played): string[] {
  return players.flatMap(({ name, bot }) => (bot ? [] : [name])).sort();
}

function seatOf({ players }: Played, person: string): number {
  return players.findIndex(({ name, bot }) => !bot && name === person);
}
