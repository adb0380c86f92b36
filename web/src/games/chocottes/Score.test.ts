import { mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test } from "vitest";

import { speak } from "../../lang/language.svelte";
import type { ChocottesView } from "../../protocol";
import Score from "./Score.svelte";
import { OPENING } from "./testing";

let shown: Record<string, unknown>;

beforeAll(() => speak("en"));
afterEach(() => unmount(shown));

/** Return the signs of the first seat, and the colour of the one for 50. */
function signs(total: number, winners: number[], knocker: number | null): [string[], string | undefined] {
  const last_round = { knocker, points: [10, 4] } as ChocottesView["last_round"];
  const view = { ...OPENING.view, scores: [total, 31], winners, last_round };
  shown = mount(Score, { target: document.body, props: { view, seat: 0 } });
  const all = [...document.querySelectorAll(".sign")];
  const colour = ["won", "late"].find((name) => all.at(-1)?.classList.contains(name));
  return [all.map((sign) => sign.textContent), colour];
}

test("C25: a knocker who wins with exactly 50 has gold", () => {
  expect(signs(50, [0], 0)).toEqual([["knocked", "exactly 50!"], "won"]);
});

test("C24: a player who reaches 50 and loses has the red sign", () => {
  expect(signs(50, [1], 1)).toEqual([["50 reached"], "late"]);
});

test("C24: a player who reaches 50 and wins, for all others have more, has gold, too", () => {
  expect(signs(50, [0], null)).toEqual([["50 reached"], "won"]);
  void unmount(shown);
  expect(signs(52, [0], 1)).toEqual([["50 reached"], "won"]);
});
