/** Finds the pictures beside the clauses, which show the subject of a clause at a glance. */

import { type BookName, bookOf } from "./book";

const FILES = import.meta.glob<string>("../games/*/art/**/*.svg", {
  eager: true,
  query: "?url",
  import: "default",
});

interface Printed {
  /** nothing, where it is empty */
  value: string;
  isStruck: boolean;
}

interface ArtOfClauses {
  /** the names of pictures, by clause */
  CLAUSES: Readonly<Record<string, readonly string[]>>;
  /** the names of pictures, by paragraph of the example */
  EXAMPLE: readonly (readonly string[])[];
  /** the text on the cards of a game with pictures that leave room for it */
  printed?(name: string): Printed;
}

const ART = import.meta.glob<ArtOfClauses>("../games/*/art/clauses.ts", { eager: true });

/** All clauses that have pictures. */
export const PICTURED: readonly string[] = Object.values(ART).flatMap(({ CLAUSES }) => Object.keys(CLAUSES));

export interface Picture extends Printed {
  file: string | undefined;
}

/** Return the pictures of a clause, each with its text. */
export function picturesOf(clause: string): Picture[] {
  const book = bookOf(clause);
  return book === undefined ? [] : drawn(book, (art) => art.CLAUSES[clause]);
}

/** Return the pictures of a paragraph of a game's example. */
export function picturesOfExample(book: BookName, paragraph: number): Picture[] {
  return drawn(book, (art) => art.EXAMPLE[paragraph]);
}

/** Return pictures of a game by their names. */
export function picturesNamed(book: BookName, names: readonly string[]): Picture[] {
  return drawn(book, () => names);
}

function drawn(book: BookName, names: (art: ArtOfClauses) => readonly string[] | undefined): Picture[] {
  const folder = `../games/${book}/art`;
  const art = ART[`${folder}/clauses.ts`];
  return ((art && names(art)) ?? []).map((name) => ({
    file: FILES[`${folder}/cards/${name}.svg`] ?? FILES[`${folder}/${name}.svg`],
    ...(art?.printed?.(name) ?? { value: "", isStruck: false }),
  }));
}
