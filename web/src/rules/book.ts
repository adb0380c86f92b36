/** Parses rule books into sections, clauses and spans: those of our games, and other games' from the server. */

import type { Language } from "../lang/catalogue";
import { api } from "../live/api";
import { allFacts } from "../model/facts";

/** A game, or the house rules. */
export type BookName = string;

export const HOUSE = "house";
const HOUSE_LETTER = "H";

export interface Clause {
  /** such as `H2` */
  id: string;
  text: Span[];
}

/** How our tables carry out the clauses of a section: clocks, options, what the screen shows. */
export interface Box {
  title: string;
  items: Span[][];
}

export interface Section {
  title: string;
  paragraphs: Span[][];
  clauses: Clause[];
  box?: Box;
}

export interface Book {
  title: string;
  /** for how many, from which age, how long; the house rules have none */
  facts: string;
  /** the game in one minute first, then an example, authors last; the house rules have neither */
  sections: Section[];
}

const FILES = import.meta.glob<string>(["$python/rulebook/*.md", "$python/games/*/rulebook/*.md"], {
  query: "?raw",
  import: "default",
});

export async function load(name: BookName, language: Language): Promise<Book> {
  const ends = [`/rulebook/${name}.${language}.md`, `/${name}/rulebook/${language}.md`];
  const file = Object.entries(FILES).find(([path]) => ends.some((end) => path.endsWith(end)));
  return parsed(file ? await file[1]() : (await api.rules(name, language)).text);
}

/** Return the book that a clause is in, by its letter. */
export function bookOf(clause: string): BookName | undefined {
  const letter = clause.slice(0, 1);
  return letter === HOUSE_LETTER ? HOUSE : allFacts().find((game) => game.letter === letter)?.name;
}

/** Return all books that are known now, the house rules last. */
export function books(): BookName[] {
  return [...allFacts().map((game) => game.name), HOUSE];
}

/** Return the path at which a clause is read among all the others. */
export function address(clause: string): string {
  return `/rules/${bookOf(clause) ?? ""}#${clause}`;
}

/** Tell whether a section is an example: it comes after the game in one minute, and has no clauses. */
export function isExample(book: Book, section: Section): boolean {
  return section === book.sections[1] && section.clauses.length === 0;
}

/** Return the section that a clause stands in: its heading says in words what the clause is about. */
export function sectionOf(book: Book, id: string): Section | undefined {
  return book.sections.find((section) => section.clauses.some((clause) => clause.id === id));
}

export function clauseIn(book: Book, id: string): Clause | undefined {
  return sectionOf(book, id)?.clauses.find((clause) => clause.id === id);
}

const HEADING = /^(#+) (.+)$/;
const CLAUSE = /^- \*\*(\w+)\*\* (.+)$/s;

const BOX = "> **";

export function parsed(markdown: string): Book {
  const book: Book = { title: "", facts: "", sections: [] };
  for (const block of blocks(markdown)) {
    const [, level, heading] = HEADING.exec(block) ?? [];
    const [, id, text] = CLAUSE.exec(block) ?? [];
    const section = book.sections.at(-1);
    if (heading !== undefined && level === "#") book.title = heading;
    else if (heading !== undefined) book.sections.push({ title: heading, paragraphs: [], clauses: [] });
    else if (section === undefined) book.facts = block;
    else if (block.startsWith(BOX)) section.box = box(block);
    else if (id !== undefined && text !== undefined) section.clauses.push({ id, text: spans(text) });
    else section.paragraphs.push(spans(block));
  }
  return book;
}

/** Return headings, paragraphs and list items, each in one line, and boxes. */
function blocks(markdown: string): string[] {
  const items = markdown.split(/\n\s*\n|\n(?=- )/).map((item) => item.trim());
  return items.map((item) => (item.startsWith(BOX) ? item : joined(item))).filter(Boolean);
}

const joined = (lines: string): string => lines.replace(/\s*\n\s*/g, " ");

/** Read a block quote: its title in bold, then a list. */
function box(quote: string): Box {
  const [title = "", ...items] = quote
    .replace(/^> ?/gm, "")
    .trim()
    .split(/\n(?=- )/);
  return { title: title.replaceAll("*", "").trim(), items: items.map((item) => spans(joined(item.slice(2).trim()))) };
}

export interface Span {
  text: string;
  kind: "plain" | "strong" | "emphasis" | "link" | "clause";
}

const MARKED = new RegExp(
  [
    String.raw`\*\*(?<strong>[^*]+)\*\*|\*(?<emphasis>[^*]+)\*`,
    String.raw`(?<link>\b(?:www\.[a-z-]+\.[a-z]+|[a-z-]+\.github\.io(?:/[a-z-]+)*))`,
    String.raw`(?<clause>\b[TCEH]\d{1,2}\b)`,
  ].join("|"),
  "g",
);

/** Cut a line of Markdown into pieces, to be shown as text: nothing of it is ever taken for HTML. */
export function spans(line: string): Span[] {
  const found: Span[] = [];
  let end = 0;
  const plain = (text: string) => text && found.push({ text, kind: "plain" });
  for (const match of line.matchAll(MARKED)) {
    plain(line.slice(end, match.index));
    for (const kind of ["strong", "emphasis", "link", "clause"] as const) {
      const text = match.groups?.[kind];
      if (text !== undefined) found.push({ text, kind });
    }
    end = match.index + match[0].length;
  }
  plain(line.slice(end));
  return found;
}

export const plainText = (line: readonly Span[]): string => line.map((span) => span.text).join("");
