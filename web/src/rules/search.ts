/** Finds words in the rules: accents and capitals do not matter, `oeuf` finds `œuf`. */

import { type Book, plainText, type Section, type Span } from "./book";

const SPELT: Record<string, string> = { œ: "oe", æ: "ae", ß: "ss" };

/** Return a letter as it is compared. */
function bare(letter: string): string {
  const small = letter.toLowerCase();
  return SPELT[small] ?? small.normalize("NFD").replace(/\p{Mark}/gu, "");
}

const folded = (text: string): string => [...text].map(bare).join("");

export function words(query: string): string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

function has(text: readonly Span[], sought: readonly string[], id = ""): boolean {
  const searched = folded(`${id} ${plainText(text)}`);
  return sought.every((word) => searched.includes(word));
}

/** Return the sections with only the clauses and items of boxes that have all the words; all when nothing is sought. */
export function found(book: Book, sought: readonly string[]): Section[] {
  if (sought.length === 0) return book.sections;
  return book.sections.map((section) => only(section, sought)).filter((section) => count(section) > 0);
}

function only({ title, clauses, box }: Section, sought: readonly string[]): Section {
  const items = box?.items.filter((item) => has(item, sought)) ?? [];
  return {
    title,
    paragraphs: [],
    clauses: clauses.filter(({ id, text }) => has(text, sought, id)),
    ...(box && items.length > 0 && { box: { ...box, items } }),
  };
}

/** Return how many clauses and items of a box a section has. */
export const count = ({ clauses, box }: Section): number => clauses.length + (box?.items.length ?? 0);

interface Piece {
  text: string;
  hit: boolean;
}

/** Cut a text into pieces: search hits, and the text between them. */
export function marked(text: string, sought: readonly string[]): Piece[] {
  const letters = [...text];
  const bares = letters.map(bare);
  const isHit = letters.map(() => false);
  letters.forEach((_, start) => {
    const rest = bares.slice(start).join("");
    for (const word of sought) {
      if (!rest.startsWith(word)) continue;
      for (let at = start, length = 0; length < word.length; at += 1) {
        isHit[at] = true;
        length += bares[at]?.length ?? 1;
      }
    }
  });
  const pieces: Piece[] = [];
  letters.forEach((letter, at) => {
    const last = pieces.at(-1);
    const hit = isHit[at] ?? false;
    if (last && last.hit === hit) last.text += letter;
    else pieces.push({ text: letter, hit });
  });
  return pieces;
}
