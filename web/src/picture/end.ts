/** Collects the data of a picture of the end: no more than all players see at the table then. */

import neutral from "../art/cover.svg?url";
import { places } from "../ending/places";
import type { GameClient, Spoil } from "../games/game";
import { localeOf } from "../lang/catalogue";
import { say, texts } from "../lang/language.svelte";
import { Speaker } from "../lang/speech";
import { coverOf, portrait } from "../lib/art";
import { levelOf, type Seated } from "../model/seats";
import { factsOf } from "../model/facts";
import { botFacts, shortTitle } from "../live/server.svelte";
import type { Any, GameName } from "../model/scene";

export interface Row {
  seat: number;
  place: number;
  name: string;
  /** of a bot of ours, from 1 */
  level: number | null;
  face: string;
  score: number;
  /** the same in words: "12 points" */
  counted: string;
  spoils: readonly Spoil[];
}

export interface End {
  cover: string;
  title: string;
  headline: string;
  date: string;
  rows: readonly Row[];
}

/** Collect the data to draw; a game without `spoils`, and art of its own, has places and points. */
export function endOf(
  game: GameName,
  view: Any<"view">,
  players: readonly Seated[],
  spoils?: GameClient["spoils"],
  now = new Date(),
): End {
  const speaker = new Speaker(texts(), game, players, null);
  const { counts } = factsOf(game);
  const rows = places(game, view).map(({ seat, score, place }) => ({
    ...{ seat, place, score, name: speaker.player(seat) },
    level: players[seat]?.bot ? levelOf(players[seat].bot) : null,
    face: faceOf(players[seat]!),
    counted: say(`result.${counts}`, { n: score }),
    spoils: spoils?.(view, seat) ?? [],
  }));
  return {
    cover: coverOf(game) ?? neutral,
    title: shortTitle(game),
    headline: speaker.winners(view.winners ?? []),
    date: new Intl.DateTimeFormat(localeOf(texts().language), { dateStyle: "long" }).format(now),
    rows,
  };
}

function faceOf(player: Seated): string {
  const face = player.bot && botFacts(player.bot)?.face;
  return portrait(face ? { avatar: face } : player)!;
}

/** Return the end as a line of text, without a link: `Toc Toc Toc! 👑 Anna 12 · Boo 9`. */
export function lineOf({ title, rows }: Pick<End, "title" | "rows">): string {
  return `${title} ${rows.map(({ place, name, score }) => `${place === 1 ? "👑 " : ""}${name} ${score}`).join(" · ")}`;
}
