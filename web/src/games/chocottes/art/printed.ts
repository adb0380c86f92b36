import type { ChocottesCard } from "../../../protocol";

const DREAMS: Partial<Record<ChocottesCard, string>> = {
  "dream-10": "10",
  "dream-11": "11",
  "dream-12": "12",
  "dream-13": "13",
};

/** Return the text on a card, for which its picture leaves room; a dream's value is struck out (C23). */
export const printed = (card: ChocottesCard): { value: string; isStruck: boolean } => ({
  value: DREAMS[card] ?? card,
  isStruck: card in DREAMS,
});
