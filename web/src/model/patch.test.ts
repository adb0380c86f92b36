// @vitest-environment node
import { expect, test } from "vitest";

import { patched } from "./patch";

test("fields that changed replace the old ones, the rest stays", () => {
  const old = { phase: "offer", houses: [1, 2, 3] };
  expect(patched(old, { phase: "answer" })).toEqual({ phase: "answer", houses: [1, 2, 3] });
  expect(old.phase).toBe("offer");
});

test("one part of a list is replaced alone, in a new list", () => {
  const old = { houses: ["a", "b", "c"] };
  const next = patched(old, { "houses/1": "B" });
  expect(next.houses).toEqual(["a", "B", "c"]);
  expect(next.houses).not.toBe(old.houses);
  expect(old.houses).toEqual(["a", "b", "c"]);
});
