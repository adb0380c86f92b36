/** Reads the little Markdown of the rule books: emphasis, strong words, addresses, and clauses that refer to others. */

export interface Span {
  text: string;
  kind: "plain" | "strong" | "emphasis" | "link" | "clause";
}

const MARKED =
  /\*\*(?<strong>[^*]+)\*\*|\*(?<emphasis>[^*]+)\*|(?<link>\bwww\.[a-z-]+\.[a-z]+)|(?<clause>\b[TCEH]\d{1,2}\b)/g;

/** Cut a line of Markdown into pieces, to be shown as text: nothing of it is ever taken for HTML. */
export function spans(line: string): Span[] {
  const found: Span[] = [];
  let end = 0;
  const plain = (text: string) => text && found.push({ text, kind: "plain" });
  for (const match of line.matchAll(MARKED)) {
    plain(line.slice(end, match.index));
    for (const kind of ["strong", "emphasis", "link", "clause"] as const) {
      const text = match.groups?.[kind];
      if (text !== undefined) found.push({ text, kind });
    }
    end = match.index + match[0].length;
  }
  plain(line.slice(end));
  return found;
}

export const plainText = (line: readonly Span[]): string => line.map((span) => span.text).join("");
