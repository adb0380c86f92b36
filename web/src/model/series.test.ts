// @vitest-environment node
import { expect, test } from "vitest";

import { seriesText } from "./series";

test("a series of two is a score, one of more a list; the best comes first", () => {
  const anna = { name: "Anna", won: 1 };
  const ben = { name: "Ben", won: 0 };
  const zoe = { name: "Zoé", won: 2 };
  expect(seriesText([anna, zoe])).toBe("Zoé 2 : 1 Anna");
  expect(seriesText([anna, ben, zoe])).toBe("Zoé 2 · Anna 1 · Ben 0");
});
