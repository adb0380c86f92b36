/** Implements the HTTP part of the protocol, and puts its errors into words. */

import type {
  Contacts,
  Daily,
  Deal,
  Device,
  Games,
  GroupShown,
  GroupTable,
  Invitation,
  Joining,
  Language,
  Listed,
  Lobby,
  AnalysisProgress,
  Made,
  NewGroup,
  NewTable,
  NewTry,
  Problem,
  PushKey,
  Replay,
  RulesText,
  ScreenLink,
  TableContacts,
  Turn,
  WantAnalysis,
  WantedMatch,
  Words,
} from "../protocol";
import { say, texts } from "../lang/language.svelte";
import { busyUntil } from "../lib/taps";
import { codeHere, type Host, hostOf, server } from "./host";
import { keyed, learnKey } from "./link-keys";

const LONG_POLL_S = 20; // the server waits so long for a change of the list

/** A refusal of the server; the catalogues have words for its `code`. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

interface Way {
  host?: Host;
  signal?: AbortSignal;
}

async function request<T>(path: string, body?: unknown, method?: string, way: Way = {}): Promise<T> {
  const how = method ?? (body === undefined ? "GET" : "POST");
  const end = how === "GET" ? () => {} : busyUntil();
  const host = way.host ?? hostOf(path);
  try {
    const answer = await send(host, path, {
      method: how,
      ...(way.signal && { signal: way.signal }),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    return await read<T>(answer, host);
  } finally {
    end();
  }
}

async function send(host: Host, path: string, how: RequestInit): Promise<Response> {
  try {
    return await host.request(path, how);
  } catch {
    throw new ApiError("line/lost", "the server cannot be reached", 0);
  }
}

async function read<T>(answer: Response, host: Host = server): Promise<T> {
  if (answer.status === 204) return undefined as T;
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text) as T;
  let problem: Problem;
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    problem = { code: `http/${answer.status}`, message: answer.statusText }; // a proxy's own page
  }
  const code = host.isRemote ? problem.code : codeHere(problem.code);
  throw new ApiError(code, problem.message, answer.status);
}

/** The open tables, and the entity tag of this list. */
export interface OpenTables {
  tables: Listed["tables"];
  tag: string;
}

/** Ask for the open tables: at once, or once they are not those of `tag` any more; null if they still are. */
export async function openTables(tag: string, stop: AbortSignal): Promise<OpenTables | null> {
  const headers = tag ? { "If-None-Match": tag, Prefer: `wait=${LONG_POLL_S}` } : {};
  const answer = await send(server, "/api/tables", { headers, cache: "no-store", signal: stop });
  if (answer.status === 304) return null;
  return { ...(await read<Listed>(answer)), tag: answer.headers.get("ETag") ?? "" };
}

const at = (code: string, rest = "") => `/api/tables/${encodeURIComponent(keyed(code))}${rest}`;

const ofGroup = (id: string, rest = "") => `/api/groups/${encodeURIComponent(id)}${rest}`;

const ofGame = (code: string, what: string, game?: number) => at(code, `${what}${game ? `?game=${game}` : ""}`);

/** Note the key of the table to which an answer leads. */
async function learn<T extends { code: string; key?: string }>(answer: Promise<T>): Promise<T> {
  const found = await answer;
  learnKey(found.code, found.key);
  return found;
}

/** Return where a game's record lies, for reading or saving it. */
export const recordUrl = (code: string, game?: number) => ofGame(code, "/record", game);

export const api = {
  games: () => request<Games>("/api/games"),
  words: (game: string, language: Language) => request<Words>(`/api/games/${game}/words/${language}`),
  rules: (game: string, language: Language) => request<RulesText>(`/api/games/${game}/rules/${language}`),
  guest: () => request<undefined>("/api/guest", {}),
  match: (game: string, wanted: WantedMatch) => learn(request<Made>(`/api/match/${encodeURIComponent(game)}`, wanted)),
  make: (table: NewTable, way: Way) => learn(request<Made>("/api/tables", table, "POST", way)),
  table: (code: string) => learn(request<Lobby>(at(code))),
  turn: (code: string) => request<Turn>(at(code, "/turn")),
  pushKey: () => request<PushKey>("/api/push"),
  push: (code: string, endpoint: string) => request<undefined>(at(code, "/push"), { endpoint }),
  noPush: (code: string) => request<undefined>(at(code, "/push"), undefined, "DELETE"),
  invitation: (code: string, language: Language) => request<Invitation>(at(code, `/invitation?lang=${language}`)),
  device: (code: string) => request<Device>(at(code, "/device"), {}),
  screen: (code: string) => request<ScreenLink>(at(code, "/screen")),
  take: (code: string, token: string) => learn(request<Made>(at(code, "/device/take"), { token })),
  record: (code: string, game?: number) => request<unknown>(recordUrl(code, game)),
  replay: (code: string, game?: number) => request<Replay>(ofGame(code, "/replay", game)),
  group: (id: string) => request<GroupShown>(ofGroup(id)),
  groupInvitation: (id: string) => request<Invitation>(ofGroup(id, "/invitation")),
  makeGroup: (wish: NewGroup) => request<GroupShown>("/api/groups", wish),
  joinGroup: (id: string, wish: Joining) => request<GroupShown>(ofGroup(id, "/members"), wish),
  leaveGroup: (id: string) => request<GroupShown>(ofGroup(id, "/members"), undefined, "DELETE"),
  removeMember: (id: string, who: string) =>
    request<GroupShown>(ofGroup(id, `/members/${encodeURIComponent(who)}`), undefined, "DELETE"),
  closeGroup: (id: string) => request<undefined>(ofGroup(id), undefined, "DELETE"),
  layTable: (id: string, wish: GroupTable) => learn(request<Made>(ofGroup(id, "/table"), wish)),
  tableContacts: (code: string) => request<TableContacts>(at(code, "/contacts")),
  agree: (code: string, seat: number) => request<TableContacts>(at(code, "/contacts"), { seat }),
  contacts: (ids: readonly string[]) => request<Contacts>("/api/contacts", { ids }),
  inviteContact: (id: string, code: string) =>
    request<undefined>(`/api/contacts/${id}/invitation`, { code: keyed(code) }),
  forgetContact: (id: string) => request<undefined>(`/api/contacts/${id}`, undefined, "DELETE"),
  daily: () => request<Daily>("/api/daily"),
  tryDaily: (game: string, wish: NewTry) => learn(request<Made>(`/api/daily/${game}`, wish)),
  deleteTry: (code: string) => request<undefined>(at(code, "/daily"), undefined, "DELETE"),
  deal: (code: string, game?: number) => request<Deal>(ofGame(code, "/deal", game)),
  wantAnalysis: (code: string, game: number, wanted: WantAnalysis) =>
    request<AnalysisProgress>(ofGame(code, "/analysis", game), wanted),
  analysis: (code: string, game: number, { seat = 0, open = false }: WantAnalysis) =>
    request<AnalysisProgress>(`${ofGame(code, "/analysis", game)}&seat=${seat}&open=${open}`),
};

/** Return the path of a table's websocket; for a big screen, on which this device has no seat. */
export function socketPath(code: string, isScreen = false): string {
  return at(code, `/ws${isScreen ? "?screen=1" : ""}`);
}

/** Say in the page's language why something was not done. A proxy's own errors have no words of ours. */
export function errorText(error: unknown): string {
  return errorTextOf(error instanceof ApiError ? error.code : "server/error");
}

export function errorTextOf(code: string): string {
  const key = `refusal.${code}`;
  return say(texts().has(key) ? key : "refusal.server/error");
}
