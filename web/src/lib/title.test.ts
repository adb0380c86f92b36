import { expect, test } from "vitest";

import { setTitle, withName } from "./title";

test("a call shows over the page's own title, which is there again after it, also another page's", () => {
  const endOfMine = setTitle(withName("My games"));
  const endOfCall = setTitle("▶ Ben wants to play again", "call");
  const endOfMark = setTitle("● Your turn – Toctoc", "mark");
  expect(document.title).toBe("▶ Ben wants to play again");
  endOfMine();
  const endOfRules = setTitle(withName("Rules"));
  endOfMark();
  expect(document.title).toBe("▶ Ben wants to play again");
  endOfCall();
  expect(document.title).toBe("Rules – Toctoc");
  endOfRules();
  expect(document.title).toBe("Toctoc");
});

test("a page that opens before the last one ends keeps its title", () => {
  const ends = [setTitle("one"), setTitle("two")];
  ends[0]!();
  expect(document.title).toBe("two");
  ends[1]!();
});
