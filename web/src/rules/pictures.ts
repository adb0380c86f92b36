/** Finds the pictures beside the clauses, which show at a glance what a clause is about. */

import { type BookName, bookOf } from "./book";

const FILES = import.meta.glob<string>("../games/*/art/**/*.svg", {
  eager: true,
  query: "?url",
  import: "default",
});

const TABLES = import.meta.glob<typeof PICTURED>("../games/*/art/clauses.ts", { eager: true, import: "CLAUSES" });

/** The names of pictures, by clause; each game knows its own. */
export const PICTURED: Readonly<Record<string, readonly string[]>> = Object.assign({}, ...Object.values(TABLES));

interface Picture {
  file: string;
  /** written on the cards of Toc Chocottes, whose pictures leave room for it */
  value: string | undefined;
  isDream: boolean;
}

export function picturesOf(clause: string): Picture[] {
  return (PICTURED[clause] ?? []).flatMap((name) => {
    const art = `../games/${bookOf(clause)}/art`;
    const file = FILES[`${art}/cards/${name}.svg`] ?? FILES[`${art}/${name}.svg`];
    const [, dream, value] = /^(dream-)?(\d+)$/.exec(name) ?? [];
    return file ? { file, value, isDream: dream !== undefined } : [];
  });
}

/** Return the picture of a game, as on the first page; the house rules have none. */
export function coverOf(book: BookName): string | undefined {
  return FILES[`../games/${book}/art/cover.svg`];
}
