/** The bots that one can play against, from the gentlest to the strongest; each has a face, a name and a line. */
export const BOTS = ["petit-fantome", "apprenti", "chasseur", "medium", "comte"] as const;
