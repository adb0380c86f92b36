import { expect, test } from "vitest";

import { OPENING } from "../games/toctoctoc/testing";
import { speak } from "../lang/language.svelte";
import type { Scene } from "../live/types";
import type { Hinted } from "../protocol";
import { FakeScene } from "../testing/scene.svelte";
import { advice } from "./advice";

const hinted = (action: string): Hinted => ({ type: "hinted", id: "1", action, reason: "answer-either", params: {} });

test.each([
  ["en", "The count advises: Knock at the door of Ben with a hearse-taxi. "],
  ["fr", "Le comte conseille\u00a0: Frapper à la porte de Ben avec "],
  ["de", "Der Graf rät: "],
  ["nl", "De graaf raadt aan: "],
] as const)("a hint is said in words (%s)", async (language, words) => {
  await speak(language);
  const scene = new FakeScene(OPENING) as unknown as Scene;
  expect(advice(scene, hinted("offer taxi to 1"))).toContain(words);
});

test("an action that the page has no words for is shown as it is written", async () => {
  await speak("en");
  const scene = new FakeScene(OPENING) as unknown as Scene;
  expect(advice(scene, hinted("teleport taxi"))).toContain("advises: teleport taxi. ");
});
