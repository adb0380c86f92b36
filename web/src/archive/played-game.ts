/** A game that was played on this device, as it is stored there and in files; reading validates it. */

export interface PlayedBy {
  name: string;
  bot?: string;
  avatar?: string;
}

export interface Played {
  /** the same for all players of the game: the beginning of its commitment */
  id: string;
  /** when it was first seen here, in milliseconds since 1970 */
  at: number;
  /** where it was played, and is perhaps still to be seen again: the origin, the table, which of its games */
  server: string;
  code: string;
  number: number;
  game: string;
  players: PlayedBy[];
  scores: number[];
  /** by seat, from 1; equals share one */
  places: number[];
  /** the seats that were played on this device */
  mine: number[];
  lesson?: true;
  hints?: true;
  /** the names of the achievements that this device's seats earned in it */
  earned?: string[];
  /** the server has it no more */
  lost?: true;
}

/** The format of `Played`, in storage and in files. Older formats stay readable for ever. */
export const FORMAT = 1;

const MAX_SEATS = 10;
const MAX_NAME_CHARACTERS = 60; // characters of a name, as in records

/** Return the game without foreign fields, or null if `data` is not a game. */
export function readPlayed(data: unknown): Played | null {
  if (typeof data !== "object" || data === null) return null;
  const { id, at, server, code, number, game, players, scores, places, mine, lesson, hints, earned, lost } =
    data as Played;
  const isNamed =
    isText(id, /^[0-9a-f]{16}$/) &&
    isText(server, /^https?:\/\/[^/\s]{1,255}$/) &&
    isText(code, /^[\p{L}\d-]{1,60}$/u) &&
    isText(game, /^\w{1,60}$/) &&
    [at, number].every(isCount);
  if (!isNamed || !areSeats(data as Played)) return null;
  return {
    ...{ id, at, server, code, number, game, scores, places, mine },
    players: players.map(({ name, bot, avatar }) => ({ name, ...(bot && { bot }), ...(avatar && { avatar }) })),
    ...(lesson === true && { lesson }),
    ...(hints === true && { hints }),
    ...(isListOf(earned, isAchievement) && earned.length > 0 && { earned }),
    ...(lost === true && { lost }),
  };
}

function areSeats({ players, scores, places, mine }: Played): boolean {
  const seats = isListOf(players, isPlayer) ? players.length : 0;
  return (
    seats > 0 &&
    seats <= MAX_SEATS &&
    isListOf(scores, Number.isSafeInteger, seats) &&
    isListOf(places, (place) => isCount(place) && place >= 1 && place <= seats, seats) &&
    isListOf(mine, (seat) => isCount(seat) && seat < seats) &&
    mine.length > 0 &&
    new Set(mine).size === mine.length
  );
}

function isPlayer(data: unknown): boolean {
  if (typeof data !== "object" || data === null) return false;
  const { name, bot, avatar } = data as Record<string, unknown>;
  const isName = (text: unknown) => typeof text === "string" && text !== "" && [...text].length <= MAX_NAME_CHARACTERS;
  return isName(name) && [bot, avatar].every((text) => text === undefined || isName(text));
}

const isText = (data: unknown, form: RegExp): data is string => typeof data === "string" && form.test(data);
const isAchievement = (data: unknown): data is string => isText(data, /^[a-z-]{1,40}$/);
const isCount = (data: unknown): data is number => Number.isSafeInteger(data) && (data as number) >= 0;
const isListOf = <T>(data: T[] | undefined, is: (each: unknown) => boolean, length?: number): data is T[] =>
  Array.isArray(data) && (length === undefined || data.length === length) && data.every(is);
