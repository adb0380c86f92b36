/** The pictures beside the clauses: what a clause is about, at a glance. */

import { type BookName, bookOf } from "./book";

const FILES = import.meta.glob<string>("../art/{toctoctoc,chocottes,escalier,tiles}/*.svg", {
  eager: true,
  query: "?url",
  import: "default",
});

export const PICTURED: Readonly<Record<string, readonly string[]>> = {
  T1: ["plain-monster", "plain-ghost", "plain-vampire"],
  T2: ["brute-monster", "brute-ghost", "brute-vampire"],
  T4: ["back"],
  T7: ["door"],
  T9: ["door-open"],
  T11: ["plain-ghost", "brute-vampire", "musician-monster"],
  T12: ["scarecrow"],
  T13: ["vamp-monster", "vamp-ghost", "vamp-vampire"],
  T14: ["child"],
  T15: ["taxi"],
  T17: ["brute-monster", "brute-ghost", "brute-vampire"],
  T21: ["musician-monster", "musician-ghost", "musician-vampire"],
  C1: ["1", "10", "dream-10"],
  C2: ["tile"],
  C3: ["back"],
  C9: ["12", "dream-12"],
  C14: ["7"],
  C15: ["dream-10", "10"],
  C16: ["dream-11", "11"],
  C17: ["dream-12", "12"],
  C18: ["dream-13", "13"],
  C19: ["14"],
  C20: ["tile"],
  C23: ["dream-11", "11"],
  E1: ["riddle", "move", "swap"],
  E2: ["disc"],
  E4: ["back"],
  E5: ["red-child", "green-child", "blue-child", "yellow-child"],
  E7: ["swap"],
  E8: ["move"],
  E9: ["riddle"],
  E10: ["riddle"],
  E14: ["ghost"],
};

interface Picture {
  file: string;
  /** written on the cards of Toc Chocottes, whose pictures leave room for it */
  value: string | undefined;
  isDream: boolean;
}

export function picturesOf(clause: string): Picture[] {
  return (PICTURED[clause] ?? []).flatMap((name) => {
    const file = FILES[`../art/${bookOf(clause)}/${name}.svg`];
    const [, dream, value] = /^(dream-)?(\d+)$/.exec(name) ?? [];
    return file ? { file, value, isDream: dream !== undefined } : [];
  });
}

/** The picture of a game, as on the first page; the house rules have none. */
export function coverOf(book: BookName): string | undefined {
  return FILES[`../art/tiles/${book}.svg`];
}
