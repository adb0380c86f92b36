import { describe, expect, test } from "vitest";

import type { Analysis, Costly, Turning } from "../protocol";
import { headlineOf, mistakesOf, noneCostly, pictured } from "./headline";

/** Build an analysis for seat 0 of two, by its chances after 10, 20, … steps. */
function analysis(chances: readonly number[], more: Partial<Analysis> = {}, margin = 0.05): Analysis {
  const points = chances.map((chance, at) => {
    const isLast = at === chances.length - 1;
    return { step: 10 * (at + 1), chances: [chance, 1 - chance], margins: isLast ? [0, 0] : [margin, margin] };
  });
  return {
    ...{ format: 1, game: "escalier", seat: 0, open: false, level: "voyante", worlds: 9, playouts: 27 },
    ...{ points, turnings: [], decisions: 3, costly: [], tracks: true, lapses: [], regret: null },
    ...more,
  };
}
const turning = (step: number, before: number, after: number): Turning => ({ step, before, after, margin: 0.1 });
const costly = (step: number, best = 0.8, chance = 0.2): Costly => {
  return { step, done: "name blue", better: "decline", chance, best, margin: 0.1, reason: null };
};
const MOVER = (step: number) => step % 2; // the players take turns
const told = (...of: Parameters<typeof analysis>) => {
  const { text, step } = headlineOf(analysis(...of), true, MOVER);
  return [text, step];
};

describe("a winner", () => {
  test("led throughout, or from an early move", () => {
    expect(told([0.7, 0.8, 0.7, 0.9, 1])).toEqual(["you.led", null]);
    expect(told([0.5, 0.7, 0.8, 0.7, 0.9, 1])).toEqual(["you.ahead", 20]);
  });
  test("keeps a lead through a moment of doubt, not through a long time", () => {
    expect(told([0.7, 0.8, 0.5, 0.8, 0.8, 0.9, 1])).toEqual(["you.led", null]);
    expect(told([0.7, 0.5, 0.5, 0.5, 0.8, 0.9, 1])).toEqual(["you.open", 50]);
  });
  test("came from behind", () => {
    expect(told([0.5, 0.3, 0.2, 0.3, 0.7, 0.8, 1])).toEqual(["you.comeback", 50]);
  });
  test("won a game that was open for long, or to the end", () => {
    expect(told([0.5, 0.5, 0.5, 0.5, 0.8, 0.9, 1])).toEqual(["you.open", 50]);
    expect(told([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1])).toEqual(["you.close", null]);
  });
  test("shares", () => {
    expect(told([0.8, 0.8, 0.5])).toEqual(["shared", null]);
  });
});

describe("a loser", () => {
  const LEAD = [0.5, 0.7, 0.8, 0.8, 0.2, 0.1, 0];
  test("led until a costly decision turned it", () => {
    const more = { turnings: [turning(44, 0.8, 0.2)], costly: [costly(44)] };
    expect(told(LEAD, more)).toEqual(["mistake", 44]);
  });
  test("led until it turned, by an own move that is not known to be a mistake", () => {
    expect(told(LEAD, { turnings: [turning(44, 0.8, 0.2)], costly: [costly(12)] })).toEqual(["turned", 44]);
  });
  test("led until it turned by luck, or by a move of another", () => {
    const more = { turnings: [turning(45, 0.8, 0.2)], costly: [costly(12)] };
    expect(told(LEAD, { ...more, regret: 0.4 })).toEqual(["luck", 45]);
    expect(told(LEAD, { ...more, regret: 0.9 })).toEqual(["turned", 45]); // mistakes may hide in the margins
  });
  test("led until about a move, without a single one that turned it", () => {
    expect(told(LEAD)).toEqual(["slipped", 50]);
    expect(told(LEAD, { turnings: [turning(25, 0.7, 0.9), turning(62, 0.2, 0)] })).toEqual(["slipped", 50]);
  });
  test("never led: the sentence is about the winner", () => {
    const never = analysis([0.5, 0.3, 0.2, 0.2, 0.1, 0.1, 0]);
    expect(headlineOf(never, true, MOVER)).toEqual({ text: "they.ahead", step: 20, winners: [1] });
    expect(told([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0])).toEqual(["they.close", null]);
  });
  test("did not lead for long enough to say so", () => {
    expect(told([0.8, ...Array<number>(20).fill(0.2), 0])[0]).toBe("they.led");
  });
});

test("a spectator reads about the winner", () => {
  const lost = analysis([0.5, 0.7, 0.8, 0.8, 0.2, 0.1, 0], { turnings: [turning(44, 0.8, 0.2)], costly: [costly(44)] });
  expect(headlineOf(lost, false, MOVER)).toEqual({ text: "they.comeback", step: 50, winners: [1] });
});

test("nobody is said to have led where the margins are wide", () => {
  expect(told([0.7, 0.7, 0.7, 0.7, 0.9, 0.9, 1], {}, 0.22)).toEqual(["you.open", 50]);
  expect(told([0.7, 0.8, 0.7, 0.9, 1], {}, 0.3)).toEqual(["you.unsure", null]);
  expect(told([0.9, 0.9, 0.9, 0], { turnings: [turning(35, 0.9, 0)] }, 0.3)).toEqual(["they.unsure", null]);
});

test("of three players the best of the others counts", () => {
  const chances = [0.4, 0.4, 0.4, 0.4, 0.4, 1];
  const points = chances.map((own, at) => {
    const rest = own === 1 ? [0, 0] : [0.55, 0.05];
    return { step: at + 1, chances: [own, ...rest], margins: [0.05, 0.05, 0.05] };
  });
  expect(headlineOf({ ...analysis([1]), points }, true, MOVER)).toMatchObject({ text: "you.comeback", step: 6 });
});

test("a game without an estimate has no course", () => {
  expect(told([1])).toEqual(["you.unsure", null]);
});

test("the pictured decision is that of the headline, else the costliest", () => {
  const found = analysis([0.5, 0.5], { costly: [costly(13), costly(45)] });
  const about = (step: number | null) => pictured(found.costly, { text: "mistake", step, winners: [1] })?.step;
  expect([about(45), about(null), about(99)]).toEqual([45, 13, 13]);
  expect(pictured([], { text: "you.led", step: null, winners: [0] })).toBeUndefined();
});

describe("without a costly mistake", () => {
  const LAPSE = { step: 9, done: "snap 3", reason: { code: "was-there", params: {} } };
  const said = (more: Partial<Analysis>, hasLost = false) => {
    return noneCostly(analysis([0.5, 1], more), hasLost).replace("analysis.costly.", "");
  };
  test("only decisions that are much better than random ones are praised", () => {
    expect([said({ regret: 0.4 }), said({ regret: 0.4 }, true)]).toEqual(["none", "none.lost"]);
    expect([said({ regret: 0.75 }), said({ regret: 1.3 }, true)]).toEqual(["none.unsure", "none.unsure"]);
    expect(said({ regret: null })).toBe("none.unsure");
  });
  test("memory slips are no praise", () => {
    expect(said({ regret: 0.4, lapses: [LAPSE] }, true)).toBe("none.slips");
  });
});

describe("a move is not crossed out", () => {
  const moveOf = (step: number) => Math.ceil(Math.min(step, 70) / 5); // chance has four of five steps
  const crossed = (chances: readonly number[], steps: readonly number[]) => {
    const found = analysis(chances, { costly: steps.map((step) => costly(step)) });
    return mistakesOf(found, headlineOf(found, true, MOVER), moveOf).map(({ step }) => step);
  };
  test("that won the game, though it was a gamble", () => {
    expect(crossed([0.5, 0.3, 0.2, 0.3, 0.2, 0.3, 1], [66, 12])).toEqual([12]);
    expect(crossed([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1], [66])).toEqual([]);
  });
  test("that brought the lead of the headline", () => {
    expect(crossed([0.5, 0.3, 0.2, 0.3, 0.7, 0.8, 1], [46, 12])).toEqual([12]);
  });
  test("unless it lost the game", () => {
    expect(crossed([0.5, 0.7, 0.8, 0.8, 0.8, 0.8, 0], [66, 12])).toEqual([66, 12]);
  });
});
