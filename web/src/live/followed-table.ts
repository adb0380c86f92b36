/** Finds the table that a page follows, since its people may want another game. */

import { isLocal } from "./host";
import { mayGoOn, recent } from "./recent-tables";

/** as long as its next game may begin without this device; "" on the pages of tables */
let followed = "";

/**
 * Return the code of the table that a page at this path follows; null without one.
 *
 * It is the table of a replay, or the last one whose game was over. A table at which a game is played is not
 * followed: a connection says that its player is there.
 */
export function tableToFollow([page = "", code = ""]: readonly string[]): string | null {
  if (page === "t" || page === "play") {
    followed = "";
    return null;
  }
  const seated = recent().filter((one) => one.seated && !isLocal(one.code));
  const found =
    (page === "replay" ? seated.find((one) => one.code === code) : undefined) ??
    seated.find((one) => one.code === followed && mayGoOn(one)) ??
    seated.find((one) => one.over && mayGoOn(one));
  followed = found?.code ?? "";
  return found?.code ?? null;
}
