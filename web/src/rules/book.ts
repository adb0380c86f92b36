/** The rule books of docs/rules, in sections and clauses. Only the wanted one is fetched. */

import type { Language } from "../lang/catalogue";
import { GAME_NAMES, GAMES } from "../protocol";
import { type Span, spans } from "./markdown";

export const BOOKS = [...GAME_NAMES, "house"] as const;
export type BookName = (typeof BOOKS)[number];

export interface Clause {
  /** `T7` */
  id: string;
  text: Span[];
}

export interface Section {
  title: string;
  paragraphs: Span[][];
  clauses: Clause[];
}

export interface Book {
  title: string;
  /** for how many, from which age, how long; the house rules have none */
  facts: string;
  /** the game in one minute first, whose game it is last */
  sections: Section[];
}

const HOUSE_LETTER = "H";
const FILES = import.meta.glob<string>("$rules/*.*.md", { query: "?raw", import: "default" });

export async function load(name: BookName, language: Language): Promise<Book> {
  const file = Object.entries(FILES).find(([path]) => path.endsWith(`/${name}.${language}.md`));
  if (!file) throw new Error(`there is no ${name} in ${language}`);
  return parsed(await file[1]());
}

/** The book that a clause is in, by its letter. */
export function bookOf(clause: string): BookName | undefined {
  const letter = clause.slice(0, 1);
  return letter === HOUSE_LETTER ? "house" : GAME_NAMES.find((game) => GAMES[game].letter === letter);
}

export function isBook(name: string | undefined): name is BookName {
  return BOOKS.some((book) => book === name);
}

/** Where a clause is read among all the others. */
export function address(clause: string): string {
  return `/rules/${bookOf(clause) ?? ""}#${clause}`;
}

export function clauseIn(book: Book, id: string): Clause | undefined {
  return book.sections.flatMap((section) => section.clauses).find((clause) => clause.id === id);
}

const HEADING = /^(#+) (.+)$/;
const CLAUSE = /^- \*\*(\w+)\*\* (.+)$/s;

export function parsed(markdown: string): Book {
  const book: Book = { title: "", facts: "", sections: [] };
  for (const block of blocks(markdown)) {
    const [, level, heading] = HEADING.exec(block) ?? [];
    const [, id, text] = CLAUSE.exec(block) ?? [];
    const section = book.sections.at(-1);
    if (heading !== undefined && level === "#") book.title = heading;
    else if (heading !== undefined) book.sections.push({ title: heading, paragraphs: [], clauses: [] });
    else if (section === undefined) book.facts = block;
    else if (id !== undefined && text !== undefined) section.clauses.push({ id, text: spans(text) });
    else section.paragraphs.push(spans(block));
  }
  return book;
}

/** Headings, paragraphs and list items, each in one line. */
function blocks(markdown: string): string[] {
  const items = markdown.split(/\n\s*\n|\n(?=- )/);
  return items.map((item) => item.trim().replace(/\s*\n\s*/g, " ")).filter(Boolean);
}
