import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { loadGame } from "../games";
import type { GameClient } from "../games/game";
import { announcer, wordsIn } from "./announcer.svelte";
import { say, speak } from "../lang/language.svelte";
import { LiveTable } from "../live/table.svelte";
import type { Update } from "../protocol";
import Evening from "../testing/Evening.svelte";
import { FakeSocket } from "../testing/socket";
import { startServer, stopServer } from "../testing/table";

/** Whole games against two bots, message by message, as tests/web/streams.py recorded them. */
const STREAMS = import.meta.glob<{ welcome: object; updates: Update[] }>("../testing/streams/*.json", {
  eager: true,
  import: "default",
});
const GAMES = Object.entries(STREAMS).map(([path, stream]) => [/(\w+)\.json/.exec(path)![1]!, stream] as const);

interface Said {
  at: number;
  text: string;
}

let said: Said[];
/** what was asked, also in the fewest words, and when */
let asked: (Said & { short: string })[];
let page: Record<string, unknown>;
let table: LiveTable;
let client: GameClient;
let asking: string;
let watcher: MutationObserver;

/** Record the texts of all live regions, with their times. */
function listen(): void {
  said = [];
  watcher = new MutationObserver((changes) => {
    for (const target of new Set(changes.map(({ target }) => target))) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(
        "[aria-live]:not([aria-live=off]), [role=status], [role=alert]",
      );
      const text = region?.textContent?.trim();
      if (text) said.push({ at: performance.now(), text });
    }
  });
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
}

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  flushSync();
  await tick();
}

const isDealt = ({ type }: { type: string }) => type === "CardDealt";

/** Record the present question. */
function note(): void {
  const text = table.lobby?.stage === "playing" && table.legal(table.seat).length > 0 ? client.asked(table) : "";
  const short = (text && client.shortly?.(table)) || say("table.your-turn"); // as table/attention has it
  if (text !== asking && text !== "") asked.push({ at: performance.now(), text, short });
  asking = text;
}

const DRAWN = 1; // ms until the page knows that nothing has to be shown before it asks

/** Watch a whole game go by. */
async function watch({ welcome, updates }: (typeof STREAMS)[string]): Promise<void> {
  table = new LiveTable("hibou-lampe-42", "/api/tables/hibou-lampe-42/ws");
  FakeSocket.last.open();
  FakeSocket.last.tell(welcome);
  page = mount(Evening, { target: document.body, props: { table } });
  listen();
  await pass(0);
  client = await loadGame(table.game, false);
  [asked, asking] = [[], ""];
  for (const [nth, message] of updates.entries()) {
    FakeSocket.last.tell(message);
    await pass(DRAWN);
    note();
    await pass(Math.max(0, (updates[nth + 1]?.at ?? message.at) - message.at - DRAWN));
  }
  await pass(1_000);
}

beforeAll(async () => {
  await Promise.all([speak("en"), ...GAMES.map(([game]) => loadGame(game, false))]);
});
beforeEach(() => {
  startServer();
});
afterEach(async () => {
  watcher.disconnect();
  await unmount(page);
  table.close();
  stopServer();
  announcer.hush();
});

/** The most words that are said in any minute. */
function wordsInTheWorstMinute(): number {
  const words = (from: number) =>
    said.filter(({ at }) => at >= from && at < from + 60_000).reduce((sum, { text }) => sum + wordsIn(text), 0);
  return Math.max(...said.map(({ at }) => words(at)));
}

test.each(GAMES)("%s: nobody has to hear more than 180 words in a minute", async (_, stream) => {
  await watch(stream);
  expect(said.length).toBeGreaterThan(20);
  expect(wordsInTheWorstMinute()).toBeLessThanOrEqual(180);
});

test.each(GAMES)("%s: every question is heard, once, at the end of what happened", async (_, stream) => {
  await watch(stream);
  for (const { at, text, short } of asked) {
    const heard = said.filter((one) => one.at >= at && one.at < at + 1_000);
    const questions = heard.filter((one) => one.text.includes(text) || one.text.includes(short));
    expect(questions.map((one) => one.text)).toEqual([expect.stringMatching(/\S/)]);
    expect([text, short].some((one) => questions[0]!.text.endsWith(one))).toBe(true);
  }
  const whole = asked.filter(({ text }) => said.some((one) => one.text.endsWith(text)));
  expect(whole.length).toBeGreaterThan(asked.length / 2);
  expect(asked.length).toBeGreaterThan(10);
});

test.each(GAMES)("%s: a deal is one sentence", async (game, stream) => {
  await watch(stream);
  expect(said.filter(({ text }) => /deal/i.test(text))).toEqual([]);
  const rounds = stream.updates.filter(({ public: { events = [] } }) => events.some(isDealt)).length;
  const deals = said.filter(({ text }) =>
    /^Your hand: .*Your party: .*On the pile: |(?:^|\. )Each of you has 4/.test(text),
  );
  expect(deals).toHaveLength(game === "escalier" ? 0 : rounds);
});

test("step by step, the next round is said when it is dealt: the end of the last one waits for a tap", async () => {
  const { welcome, updates } = STREAMS["../testing/streams/chocottes.json"]!;
  const end = updates.findIndex(({ public: { events = [] } }) => events.some(({ type }) => type === "RoundEnded"));
  await watch({ welcome, updates: updates.slice(0, end) });
  await pass(30_000);
  said = [];
  FakeSocket.last.tell(updates[end]!);
  table.reveals.begin(Infinity);
  await pass(30_000);
  expect(said.map(({ text }) => text).join()).toContain("You knocked. Anna 31, Boo 5, Wisp 15. Tile for you: 8.");
  expect(said.map(({ text }) => text).join()).not.toMatch(/Each of you has 4|begins|Look/);
  said = [];
  table.reveals.skip();
  await pass(5_000);
  expect(said.map(({ text }) => text).join()).toContain("Each of you has 4");
});

test("nothing of a game is heard after one has left it", async () => {
  const [, stream] = GAMES[0]!;
  await watch({ ...stream, updates: stream.updates.slice(0, 20) });
  await unmount(page);
  said = [];
  await pass(20_000);
  expect(said).toEqual([]);
  page = mount(Evening, { target: document.body, props: { table } });
});
