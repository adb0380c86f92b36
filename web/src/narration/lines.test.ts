// @vitest-environment node
import { expect, test } from "vitest";

import { readingTime } from "./lines.svelte";

test("reading takes a moment to begin, and then its time for each word", () => {
  expect(readingTime("Berta knocks.")).toBe(1_700);
  expect(readingTime("Tu jettes un 9 : raté !")).toBe(1_000 + 350 * 5); // signs alone are no words
});
