/** Puts the score of a series of games into words. */

const MAX_SHOWN = 6; // the most people that fit at any table

/** Return how often each of these people has won; of two people, as a score. */
export function seriesText(people: readonly { name: string; won: number }[]): string {
  const best = people.toSorted((one, other) => other.won - one.won);
  const [first, second] = best;
  if (best.length === 2) return `${first!.name} ${first!.won} : ${second!.won} ${second!.name}`;
  const shown = best.slice(0, MAX_SHOWN);
  return shown.map(({ name, won }) => `${name} ${won}`).join(" · ");
}
