/** Routes addresses to pages. The address is the only state, so links, back buttons and reloads work. */

import { href, pathOf } from "./site";

let path = $state(pathOf(location.pathname));

addEventListener("popstate", () => (path = pathOf(location.pathname)));

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", href(to));
  else history.pushState(null, "", href(to));
  path = pathOf(location.pathname);
  scrollTo(0, 0);
}

/** Give the page that is shown another address, by which it is found again, without opening it anew. */
export function settle(to: string): void {
  history.replaceState(null, "", href(to));
}

/** Return the parts of the path, decoded: `/t/hibou-lampe-42` is `["t", "hibou-lampe-42"]`. */
export function route(): string[] {
  return path.split("/").filter(Boolean).map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // typed by hand, not one of our links
  }
}

/** Whether a click on a link stays in the page; the browser handles all others: a new tab, a new window. */
export function isPlain(event: MouseEvent): boolean {
  return !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented);
}

/** Follow a link without loading the page anew. */
export function inside(node: HTMLAnchorElement) {
  const follow = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    go(pathOf(node.pathname) + node.search + node.hash);
  };
  node.addEventListener("click", follow);
  return { destroy: () => node.removeEventListener("click", follow) };
}
