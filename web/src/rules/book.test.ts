import { describe, expect, it, vi } from "vitest";

import { LANGUAGES } from "../lang/catalogue";
import { learnFacts } from "../model/facts";
import { GAME_NAMES, GAMES } from "../protocol";
import { address, type Book, type BookName, bookOf, books, clauseIn, HOUSE, load, parsed, plainText } from "./book";

const BOOKS: BookName[] = [...GAME_NAMES, "house"];
const CLAUSE_COUNTS: Record<BookName, [letter: string, count: number]> = {
  toctoctoc: ["T", 23],
  chocottes: ["C", 27],
  escalier: ["E", 14],
  house: ["H", 3],
};
const MARKDOWN = import.meta.glob<string>(["$python/rulebook/*.md", "$python/games/*/rulebook/*.md"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const clauses = (book: Book) => book.sections.flatMap((section) => section.clauses);

describe.each(LANGUAGES)("the books in %s", (language) => {
  it.each(BOOKS)("%s has every clause, in order", async (name) => {
    const [letter, count] = CLAUSE_COUNTS[name]!;
    const ids = clauses(await load(name, language)).map((clause) => clause.id);
    expect(ids).toEqual(Array.from({ length: count }, (_, index) => `${letter}${index + 1}`));
  });

  it.each(BOOKS)("%s begins with the game in one minute, and loses no word", async (name) => {
    const book = await load(name, language);
    const [minute] = book.sections;
    expect(minute?.clauses).toEqual([]);
    expect(minute?.paragraphs).toHaveLength(name === HOUSE ? 1 : 2); // a game tells its story first
    const shown = [book.title, book.facts];
    for (const section of book.sections) {
      shown.push(section.title, ...section.paragraphs.map(plainText));
      for (const { id, text } of section.clauses) shown.push(id, plainText(text));
      if (section.box) shown.push(section.box.title, ...section.box.items.map(plainText));
    }
    const ends = [`/rulebook/${name}.${language}.md`, `/${name}/rulebook/${language}.md`];
    const written = Object.entries(MARKDOWN).find(([path]) => ends.some((end) => path.endsWith(end)))?.[1] ?? "";
    const bareWords = (text: string) =>
      text
        .replace(/^#+ |^> ?|\*/gm, "")
        .replace(/^- /gm, "")
        .split(/\s+/)
        .filter(Boolean);
    expect(bareWords(shown.join(" "))).toEqual(bareWords(written));
  });

  it.each(BOOKS)("%s refers only to clauses that there are", async (name) => {
    const { sections } = await load(name, language);
    for (const { clauses, box } of sections) {
      for (const { text, kind } of [...clauses.map((clause) => clause.text), ...(box?.items ?? [])].flat()) {
        if (kind === "clause") expect(clauseIn(await load(bookOf(text)!, language), text), text).toBeDefined();
      }
    }
  });
});

it("finds every clause that the server names", async () => {
  const named = Object.values(GAMES).flatMap(({ events, asked }) => [
    ...Object.values(events).flatMap(({ clause, clauses = {} }) => [clause, ...Object.values(clauses)]),
    ...Object.values(asked),
  ]);
  for (const id of new Set(named)) expect(clauseIn(await load(bookOf(id)!, "en"), id), id).toBeDefined();
});

it("reads the box of a section", () => {
  const book = parsed(
    "# L\n\n## One\n\n- **T1** A rule.\n\n> **Online**\n>\n> - T1: A clock\n>   runs.\n> - So.\n\n## Two\n",
  );
  const [one, two] = book.sections;
  expect(one?.clauses).toHaveLength(1);
  expect(one?.box).toEqual({
    title: "Online",
    items: [
      [
        { text: "T1", kind: "clause" },
        { text: ": A clock runs.", kind: "plain" },
      ],
      [{ text: "So.", kind: "plain" }],
    ],
  });
  expect(one?.paragraphs).toEqual([]);
  expect(two).not.toHaveProperty("box");
});

it("takes what looks like HTML for text", () => {
  const book = parsed("# A <b>\n\n## One\n\n- **T1** <img src=x onerror=alert(1)> *so\n  be it*\n");
  expect(clauseIn(book, "T1")?.text).toEqual([
    { text: "<img src=x onerror=alert(1)> ", kind: "plain" },
    { text: "so be it", kind: "emphasis" },
  ]);
});

it("knows where a clause is read", () => {
  expect(address("T14")).toBe("/rules/toctoctoc#T14");
  expect(bookOf("B1")).toBeUndefined();
  expect(books()).toEqual(BOOKS);
});

it("asks the server for the book of a game that the page does not bring along", async () => {
  learnFacts([{ ...GAMES.escalier, name: "wardrobe", letter: "W" }]);
  const text = "# The wardrobe\n\nFor two.\n\n## In one minute\n\nKnock.\n\n- **W1** Who creaks, begins.\n";
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ text }))));
  expect(bookOf("W1")).toBe("wardrobe");
  expect(books()).toContain("wardrobe");
  expect(clauseIn(await load("wardrobe", "fr"), "W1")?.text).toMatchObject([{ text: "Who creaks, begins." }]);
  vi.unstubAllGlobals();
});
