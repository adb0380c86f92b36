/** Holds the titles of the tab: each part of the page sets its own, and a call to the person shows over the others. */

export const NAME = "Toctoc";

/** the title of a page; a mark that something waits there; a call to which a person can answer */
const RANKS = ["page", "mark", "call"] as const;
type Rank = (typeof RANKS)[number];

let titles: { text: string; rank: Rank }[] = [];

/** Set a title until the returned function is called: the last one of the highest rank shows. */
export function setTitle(text: string, rank: Rank = "page"): () => void {
  const title = { text, rank };
  titles.push(title);
  show();
  return () => {
    titles = titles.filter((one) => one !== title);
    show();
  };
}

/** Return a title with the name of the site. */
export function withName(text: string): string {
  return `${text} – ${NAME}`;
}

function show(): void {
  const shown = RANKS.map((rank) => titles.findLast((one) => one.rank === rank)?.text);
  document.title = shown.findLast((text) => text !== undefined) ?? NAME;
}
