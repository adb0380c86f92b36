/** The pictures beside the clauses of L'Escalier hanté: each shows the subject of its clause at a glance. */
export const CLAUSES: Readonly<Record<string, readonly string[]>> = {
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

/** The pictures beside the paragraphs of the example. */
export const EXAMPLE: readonly (readonly string[])[] = [["disc"], ["move", "swap", "red-child"]];
