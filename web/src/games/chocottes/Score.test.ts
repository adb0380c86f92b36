import { mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test } from "vitest";

import { speak } from "../../lang/language.svelte";
import type { ChocottesView } from "../../protocol";
import Score from "./Score.svelte";
import { OPENING } from "./testing";

let shown: Record<string, unknown>;

beforeAll(() => speak("en"));
afterEach(() => unmount(shown));

/** Return the signs of the first seat, and whether one is red. */
function signs(total: number, winners: number[], knocker: number | null): [string[], boolean] {
  const last_round = { knocker, points: [10, 4] } as ChocottesView["last_round"];
  const view = { ...OPENING.view, scores: [total, 31], winners, last_round };
  shown = mount(Score, { target: document.body, props: { view, seat: 0 } });
  const all = [...document.querySelectorAll(".sign")];
  return [all.map((sign) => sign.textContent), all.some((sign) => sign.classList.contains("late"))];
}

test("C25: a knocker who wins with exactly 50 has gold, and no red sign", () => {
  expect(signs(50, [0], 0)).toEqual([["knocked", "exactly 50!"], false]);
});

test("C24: a player who reaches 50 and loses has the red sign", () => {
  expect(signs(50, [1], 1)).toEqual([["50 reached"], true]);
});

test("C24: a player who reaches 50 and wins, for all others have more, has no red sign", () => {
  expect(signs(52, [0], 1)).toEqual([["50 reached"], false]);
});
