/** Return what stands on a card, for which its picture leaves room; a dream's value is struck out (C23). */
export const printed = (card: string): { value: string; isStruck: boolean } => ({
  value: /\d*$/.exec(card)![0],
  isStruck: card.startsWith("dream-"),
});
