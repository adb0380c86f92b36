/** Loads a page anew, once, that is older than the server. The seat stays, for it hangs on the cookie. */

import { inTab } from "./storage";

const RELOADED = "toctoc:reloaded";

/** Load the page anew; return false if that was just tried, or nobody would remember it: it is not tried for ever. */
export function reloadOnce(): boolean {
  if (inTab.read(RELOADED) || !inTab.write(RELOADED, true)) return false;
  location.reload();
  return true;
}

/** Note that the page is current: the next time it may be loaded anew again. */
export function isCurrent(): void {
  inTab.forget(RELOADED);
}
