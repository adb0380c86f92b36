/** A circle, a square, a triangle, a diamond and a star, around the middle: for those who do not see colours. */
export const SHAPES = [
  "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
  "M-4.6-4.6h9.2v9.2h-9.2z",
  "M0-6L5.6 4.6H-5.6z",
  "M0-6.4L6 0 0 6.4-6 0z",
  "M0-7L1.9-2.3 7-2 3 1.2 4.4 6.2 0 3.4-4.4 6.2-3 1.2-7-2-1.9-2.3z",
] as const;
