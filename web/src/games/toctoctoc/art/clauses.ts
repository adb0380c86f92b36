/** The pictures beside the clauses of Toc Toc Toc!: each shows the subject of its clause at a glance. */
export const CLAUSES: Readonly<Record<string, readonly string[]>> = {
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
};

/** The pictures beside the paragraphs of the example. */
export const EXAMPLE: readonly (readonly string[])[] = [
  ["plain-monster", "plain-ghost"],
  ["vamp-ghost", "brute-ghost"],
  ["plain-vampire", "musician-vampire", "scarecrow"],
];
