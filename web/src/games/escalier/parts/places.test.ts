import { expect, test } from "vitest";

import { LANGUAGES } from "../../../lang/catalogue";
import { speak } from "../../../lang/language.svelte";
import { letter, PLACES } from "./places";

test.each(LANGUAGES)("the labels of all colours differ, and have the same length in %s", async (language) => {
  await speak(language);
  const labels = PLACES.map(letter);
  expect(new Set(labels).size).toBe(PLACES.length);
  expect(new Set(labels.map((label) => label.length)).size).toBe(1);
});

test("in French, a blue place and a white one are abbreviated like the others", async () => {
  await speak("fr");
  expect(PLACES.map(letter)).toEqual(["Rou", "Ver", "Ble", "Jau", "Bla"]);
});
