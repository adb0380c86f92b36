// @vitest-environment node
import { expect, test } from "vitest";

import { seriesText } from "./series";

test("a series of two is a score, one of more a list; the best comes first", () => {
  const [anna, ben, zoe] = [{ name: "Anna", won: 1 }, { name: "Ben", won: 0 }, { name: "Zoé", won: 2 }]; // prettier-ignore
  expect(seriesText([anna, zoe])).toBe("Zoé 2 : 1 Anna");
  expect(seriesText([anna, ben, zoe])).toBe("Zoé 2 · Anna 1 · Ben 0");
});
