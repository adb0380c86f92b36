import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import type { LiveTable } from "../live/table.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer, view } from "../testing/table";
import { recordGames, seatsPlayed, settle } from "./recorder.svelte";
import { forget, forgetAll, games } from "./store";

const SEAL = "00112233445566778899aabbccddeeff".repeat(2);
const NEXT = "ff".repeat(32);
const playing = { ...lobby, commitment: SEAL };
const record = (winner = 0) => ({
  game: "chocottes",
  seats: [{ name: "Anna", avatar: "owl" }, { name: "Ben" }],
  result: { scores: [31, 52], winners: [winner], reason: "goal" },
});
let records: Record<string, object>; // by request
let replays: (() => Promise<Response>)[]; // one after the other
let without: string[] = [];
let stop: (() => void)[] = [];

function come(changes: object = {}): LiveTable {
  const table = sitAt({ lobby: playing, ...changes });
  stop.push($effect.root(() => recordGames(() => table)));
  flushSync();
  return table;
}
async function tell(told: object, seats?: number[]): Promise<void> {
  FakeSocket.last.tell({ type: "update", version: 11, at: 5, public: told, ...(seats && { seats }) });
  await settled();
}
async function settled(): Promise<void> {
  flushSync();
  await vi.advanceTimersByTimeAsync(0);
}
async function end(number = 1): Promise<void> {
  records[`/api/tables/hibou-lampe-42/record?game=${number}`] ??= record();
  await tell({ lobby: { stage: "over", commitment: NEXT }, view: { winners: [0], scores: [31, 52] } });
}

beforeEach(async () => {
  await speak("en");
  startServer();
  records = {};
  replays = Array.from({ length: 5 }, () => () => answer({ code: "record/old", message: "" }, 409));
  without = [];
  vi.setSystemTime(1_700_000_000_000);
  vi.stubGlobal("fetch", (path: string) => {
    if (path === "/api/games") return answer({ games: [], bot_facts: [], without }, 200);
    if (path.includes("/replay")) return replays.shift()!();
    return path in records ? answer(records[path]!, 200) : answer({ code: "record/not-over", message: "" }, 409);
  });
});
const answer = (body: object, status: number) => Promise.resolve(new Response(JSON.stringify(body), { status }));
afterEach(() => {
  stop.forEach((one) => one());
  stop = [];
  forgetAll();
  stopServer();
});

test("a game is kept when it ends, once, as the record tells it", async () => {
  come();
  expect(games()).toEqual([]);
  await end();
  const kept = {
    id: SEAL.slice(0, 16),
    at: 1_700_000_000_000,
    server: location.origin,
    code: "hibou-lampe-42",
    number: 1,
    game: "chocottes",
    players: record().seats,
    scores: [31, 52],
    places: [1, 2],
    mine: [0],
  };
  expect(games()).toEqual([kept]);
  come({ lobby: { ...playing, stage: "over", commitment: NEXT } }); // a reload
  await settled();
  expect(games()).toEqual([kept]);
});

test("what was deleted does not come back with a reload", async () => {
  come();
  await end();
  forget(games()[0]!.id);
  come({ lobby: { ...playing, stage: "over", commitment: NEXT } });
  await settled();
  expect(games()).toEqual([]);
});

test("a rematch is a game of its own", async () => {
  come();
  await end();
  await tell({ lobby: { stage: "playing", number: 2, commitment: NEXT }, view: { ...view, winners: null } });
  await end(2);
  expect(games().map(({ number }) => number)).toEqual([2, 1]);
});

test("an end that nobody here saw is found at the next visit to the table, also if others play again", async () => {
  come();
  stop.pop()!();
  records["/api/tables/hibou-lampe-42/record?game=1"] = record(1);
  come({ lobby: { ...playing, number: 2, commitment: NEXT } });
  await settled();
  expect(games().map(({ number, places }) => [number, places])).toEqual([[1, [2, 1]]]);
});

test("or wherever one looks at one's games; a game that goes on is asked for again", async () => {
  come();
  stop.pop()!();
  await settle();
  expect(games()).toEqual([]);
  records["/api/tables/hibou-lampe-42/record?game=1"] = record();
  await settle();
  expect(games()).toHaveLength(1);
});

test("those who watch, have left, or sit down after the end have played no game", async () => {
  come({ seats: [] });
  await end();
  expect(games()).toEqual([]);
  come();
  await tell({ lobby: { seats: [{ kind: "free", name: "Anna" }, lobby.seats[1]] } }, []);
  await end();
  expect(games()).toEqual([]);
  come({ lobby: { ...playing, stage: "over", commitment: NEXT } });
  await settled();
  expect(games()).toEqual([]);
});

test("a chair for the next game is no seat in this one", async () => {
  come({ seats: [2] });
  await end();
  expect(games()).toEqual([]);
});

test("several seats of a device and hints are noted with the game", async () => {
  come({ seats: [0, 1], lobby: { ...playing, settings: { ...lobby.settings, hints: true } } });
  await end();
  expect(games()[0]).toMatchObject({ mine: [0, 1], hints: true });
});

const replay = {
  game: "chocottes",
  frames: [
    {
      step: 0,
      events: [{ type: "RoundEnded", ended: "row-empty", by: 0, payers: [1], points: [0, 9], totals: [1, 52] }],
    },
  ],
};

test("achievements are kept with the game, also if the server is busy at first", async () => {
  replays = [() => answer({ code: "record/busy", message: "" }, 503), () => answer(replay, 200)];
  come();
  await end();
  expect(games()).toEqual([]);
  const settled = settle();
  await vi.advanceTimersByTimeAsync(1000);
  await settled;
  expect(games()[0]!.earned).toEqual(["empty-bed"]);
});

test("without a replay for now, the game waits for the next visit", async () => {
  replays = [() => Promise.reject(new TypeError("no line")), () => answer(replay, 200)];
  come();
  await end();
  expect(games()).toEqual([]);
  expect(seatsPlayed("hibou-lampe-42", 1)).toEqual([0]); // its replay is one's own already
  await settle();
  expect(games()[0]!.earned).toEqual(["empty-bed"]);
  expect(seatsPlayed("hibou-lampe-42", 1)).toEqual([0]);
  expect(seatsPlayed("hibou-lampe-42", 2)).toEqual([]);
});

test("where a record makes no sense, or the table is gone, nothing is kept and nothing asked again", async () => {
  come();
  records["/api/tables/hibou-lampe-42/record?game=1"] = { game: "chocottes", seats: "?", result: { scores: [1] } };
  await end();
  expect(games()).toEqual([]);
  records["/api/tables/hibou-lampe-42/record?game=1"] = record();
  await settle();
  expect(games()).toEqual([]);
});
