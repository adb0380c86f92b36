import { afterEach, expect, test, vi } from "vitest";

import type { Analysis, AnalysisProgress } from "../protocol";
import { AnalysisRequest, hashOf, lookOf } from "./request.svelte";
import { layOut, summary, WIDTH } from "./curve";

const ANALYSIS: Analysis = {
  regret: null,
  format: 1,
  game: "escalier",
  seat: 1,
  open: false,
  level: "voyante",
  worlds: 9,
  playouts: 27,
  points: [
    { step: 4, chances: [0.5, 0.5], margins: [0.1, 0.1] },
    { step: 9, chances: [0.254, 0.746], margins: [0.4, 0.4] },
    { step: 14, chances: [0, 1], margins: [0, 0] },
  ],
  turnings: [],
  decisions: 3,
  costly: [],
  tracks: true,
  lapses: [],
};

afterEach(() => vi.unstubAllGlobals());

/** Fake a server that gives these answers, one after the other; return the requests. */
function serve(...answers: [number, unknown][]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    const [status, body] = answers.shift()!;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return asked;
}

test("the server is asked again until it knows", async () => {
  const done: AnalysisProgress = { state: "done", percent: 100, analysis: ANALYSIS };
  const asked = serve([202, { state: "waiting", ahead: 2 }], [202, { state: "working", percent: 40 }], [200, done]);
  const told: string[] = [];
  const asking = new AnalysisRequest("hibou", 2, 1, true, async () => void told.push(asking.answer.state));
  await asking.run();
  expect(told).toEqual(["waiting", "working"]);
  expect(asking.analysis).toEqual(ANALYSIS);
  const later = "GET /api/tables/hibou/analysis?game=2&seat=1&open=true";
  expect(asked).toEqual(["POST /api/tables/hibou/analysis?game=2", later, later]);
});

test("who no longer looks asks no more", async () => {
  const asked = serve([202, { state: "waiting", ahead: 1 }]);
  const asking: AnalysisRequest = new AnalysisRequest("hibou", 1, 0, false, async () => asking.stop());
  await asking.run();
  expect(asked).toHaveLength(1);
});

test("what cannot be is said", async () => {
  serve([409, { code: "analysis/no-bots", message: "No bot plays it." }]);
  const asking: AnalysisRequest = new AnalysisRequest("hibou", 1, 0, false);
  await asking.run();
  expect(asking.error).toMatchObject({ code: "analysis/no-bots" });
});

test("a look back has an address in the hash", () => {
  expect(lookOf("#12")).toBeNull();
  expect(lookOf("#how")).toEqual({ open: false });
  for (const look of [
    { seat: 0, open: false },
    { seat: 3, open: true },
  ])
    expect(lookOf(hashOf(look))).toEqual(look);
});

test("the curve goes from side to side, and its shade stays inside", () => {
  const laid = layOut(ANALYSIS);
  expect(laid.lines).toHaveLength(2);
  expect(laid.x(14)).toBeGreaterThan(laid.x(9));
  expect(laid.x(14)).toBeLessThanOrEqual(WIDTH);
  const heights = laid.shade.split(" ").map((point) => Number(point.split(",")[1]));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
  expect(laid.y(1)).toBeLessThan(laid.y(0));
  expect(laid.own(9)).toBe(laid.y(0.746));
  expect(laid.own(7)).toBeCloseTo(laid.y(0.5 + 0.6 * 0.246), 0); // on the line between two points
  expect(laid.nearest(0).step).toBe(4);
  expect(laid.nearest(laid.x(9) + 3).step).toBe(9);
  expect(laid.nearest(10_000).step).toBe(14);
});

test("a line is told in whole per cent", () => {
  expect(summary(ANALYSIS.points, 0)).toEqual({ first: 50, last: 0, least: 0, most: 50 });
});
