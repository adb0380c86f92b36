// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { announce, announcement, call } from "./announce.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the same call can be heard turn after turn: nothing of the last one is left", () => {
  call("Your turn");
  announce("Ben looks at a card.");
  expect(announcement).toEqual({ polite: "Ben looks at a card.", urgent: "Your turn" });
  vi.advanceTimersByTime(3_000);
  expect(announcement).toEqual({ polite: "", urgent: "" });
});
