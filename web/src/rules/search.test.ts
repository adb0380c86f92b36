import { expect, it } from "vitest";

import { parsed } from "./book";
import { count, found, marked, words } from "./search";

const BOOK = parsed(
  "# L\n\n## Un\n\nLe fantôme\n\n- **E1** Le fantôme rouge\n- **E2** La défausse\n\n## Deux\n\n- **E3** Un œuf\n",
);

const ids = (query: string) => found(BOOK, words(query)).flatMap((section) => section.clauses.map((one) => one.id));

it("finds clauses whatever the accents and the capitals", () => {
  expect(ids("FANTOME")).toEqual(["E1"]);
  expect(ids("defausse")).toEqual(["E2"]);
  expect(ids("oeuf")).toEqual(["E3"]);
});

it("wants all the words, and knows numbers of clauses", () => {
  expect(ids("rouge fantôme")).toEqual(["E1"]);
  expect(ids("rouge défausse")).toEqual([]);
  expect(ids("e3")).toEqual(["E3"]);
});

it("searches the boxes too", () => {
  const book = parsed("# L\n\n## Un\n\n- **E1** Le fantôme\n\n> **En ligne**\n>\n> - E1: L’horloge\n> - Le hall\n");
  const [section] = found(book, words("HORLOGE"));
  expect(section).toMatchObject({ clauses: [], box: { title: "En ligne" } });
  expect(count(section!)).toBe(1);
  expect(count(book.sections[0]!)).toBe(3);
  expect(found(book, words("fantome"))[0]).not.toHaveProperty("box");
});

it("shows everything when nothing is sought", () => {
  expect(found(BOOK, words("  "))).toEqual(BOOK.sections);
});

it("marks what was sought, in the letters of the text", () => {
  expect(marked("Deux Œufs, un œuf", words("oeuf"))).toEqual([
    { text: "Deux ", hit: false },
    { text: "Œuf", hit: true },
    { text: "s, un ", hit: false },
    { text: "œuf", hit: true },
  ]);
  expect(marked("fantôme", [])).toEqual([{ text: "fantôme", hit: false }]);
});
