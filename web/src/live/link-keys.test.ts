// @vitest-environment node
import { expect, test } from "vitest";

import { codeOf, keyed, learnKey, replayPath, tablePath } from "./link-keys";

test("links to a table carry its key once it is known", () => {
  expect(tablePath("hibou-lampe-42")).toBe("/t/hibou-lampe-42");
  learnKey("hibou-lampe-42", "k7q2mzx3ab");
  learnKey("loup-lune-10", "aaaaaaaaaa");
  learnKey("local-hibou-lampe-42", "");
  expect(tablePath("hibou-lampe-42")).toBe("/t/hibou-lampe-42-k7q2mzx3ab");
  expect(replayPath("hibou-lampe-42", 3)).toBe("/replay/hibou-lampe-42-k7q2mzx3ab/3");
  expect(keyed("local-hibou-lampe-42")).toBe("local-hibou-lampe-42");
});

test("a key that came with a link stays, also that of a television", () => {
  learnKey("hibou-lampe-42", "k7q2mzx3ab");
  expect(keyed("hibou-lampe-42-zzzzzzzzzz")).toBe("hibou-lampe-42-zzzzzzzzzz");
  expect(keyed("hibou-lampe-42-zzzzzz")).toBe("hibou-lampe-42-zzzzzz");
  expect(codeOf("HIBOU-LAMPE-42-ZZZZZZ")).toBe("HIBOU-LAMPE-42");
  expect(["hibou-lampe-42", "hibou-lampe", "hibou lampe 42"].map(codeOf)).toEqual([
    "hibou-lampe-42",
    "hibou-lampe",
    "hibou lampe 42",
  ]);
});

test("the keys of tables that were seen long ago are forgotten", () => {
  for (let number = 0; number < 300; number += 1) learnKey(`hibou-lampe-${number}`, "aaaaaaaaaa");
  expect(keyed("hibou-lampe-299")).toBe("hibou-lampe-299-aaaaaaaaaa");
  expect(keyed("hibou-lampe-0")).toBe("hibou-lampe-0");
});
