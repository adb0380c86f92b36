/** Speaks the HTTP part of the protocol. */

import type { Deal, Device, Games, Invitation, Language, Listed, Lobby, Made, NewTable } from "../protocol";
import type { Problem, Replay, RulesText, Words } from "../protocol";

/** Says what the server would not do; `code` has its words in the catalogues. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function request<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new ApiError("line/lost", "the server cannot be reached", 0);
  }
  if (answer.status === 204) return undefined as T;
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text) as T;
  let problem: Problem;
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    problem = { code: `http/${answer.status}`, message: answer.statusText }; // a proxy's own page
  }
  throw new ApiError(problem.code, problem.message, answer.status);
}

const at = (code: string, rest = "") => `/api/tables/${encodeURIComponent(code)}${rest}`;

const ofGame = (code: string, what: string, game?: number) => at(code, `${what}${game ? `?game=${game}` : ""}`);

/** Return where a game's record lies, for reading or saving it. */
export const recordUrl = (code: string, game?: number) => ofGame(code, "/record", game);

export const api = {
  games: () => request<Games>("/api/games"),
  words: (game: string, language: Language) => request<Words>(`/api/games/${game}/words/${language}`),
  rules: (game: string, language: Language) => request<RulesText>(`/api/games/${game}/rules/${language}`),
  guest: () => request<undefined>("/api/guest", {}),
  listed: () => request<Listed>("/api/tables"),
  make: (table: NewTable) => request<Made>("/api/tables", table),
  table: (code: string) => request<Lobby>(at(code)),
  invitation: (code: string, language: Language) => request<Invitation>(at(code, `/invitation?lang=${language}`)),
  device: (code: string) => request<Device>(at(code, "/device"), {}),
  take: (code: string, token: string) => request<Made>(at(code, "/device/take"), { token }),
  record: (code: string, game?: number) => request<unknown>(recordUrl(code, game)),
  replay: (code: string, game?: number) => request<Replay>(ofGame(code, "/replay", game)),
  deal: (code: string, game?: number) => request<Deal>(ofGame(code, "/deal", game)),
};

export function socketUrl(code: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${at(code, "/ws")}`;
}
