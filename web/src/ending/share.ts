/** Show others a page of this server. */

import { texts } from "../lang/language.svelte";
import { api } from "../live/api";
import { shareLink } from "../ui/sharing";

export async function share(code: string, path: string, text: string): Promise<void> {
  await shareLink(await linkTo(code, path), text);
}

/** Return the link to a page of a table, such as the replay of one of its games, by which others reach it. */
export async function linkTo(code: string, path: string): Promise<string> {
  const [page, at] = path.split("#"); // the place in it comes last
  return `${await origin(code)}${page}?lang=${texts().language}${at ? `#${at}` : ""}`;
}

/** Return the origin that others reach: at `localhost` the server knows a better one. */
async function origin(code: string): Promise<string> {
  if (!["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)) return location.origin;
  try {
    return new URL((await api.invitation(code, texts().language)).link).origin;
  } catch {
    return location.origin;
  }
}
