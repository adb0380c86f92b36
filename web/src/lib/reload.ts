/** A page that is older than the server: it is loaded anew, once. The seat stays, for it hangs on the cookie. */

import { inTab } from "./storage";

const RELOADED = "toctoc:reloaded";

/** False if that was just tried, or nobody would remember it: then it is not tried for ever. */
export function reloadOnce(): boolean {
  if (inTab.read(RELOADED) || !inTab.write(RELOADED, true)) return false;
  location.reload();
  return true;
}

/** All is well: the next time may be a new trouble. */
export function isCurrent(): void {
  inTab.forget(RELOADED);
}
