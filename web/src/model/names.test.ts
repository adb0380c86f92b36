import { expect, test } from "vitest";

import { distinctName } from "./names";

test.each([
  ["Zoé", [], "Zoé"],
  ["Zoé", ["Tom"], "Zoé"],
  ["Zoé", ["ZOÉ"], "Zoé 2"],
  ["Zoé", ["Zoé", "Zoé 2"], "Zoé 3"],
  ["x".repeat(20), ["x".repeat(20)], `${"x".repeat(18)} 2`],
])("%s beside %j is %s, as the server says", (name, others, distinct) => {
  expect(distinctName(name, others)).toBe(distinct);
});
