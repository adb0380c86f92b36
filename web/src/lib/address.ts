/** Shortens a link for people that type it. */

/** Return a link without its scheme and its query: `toctoc.example/t/owl-lamp-42`. */
export function shortAddress(link: string): string {
  const { host, pathname } = new URL(link);
  return host + decodeURI(pathname);
}
