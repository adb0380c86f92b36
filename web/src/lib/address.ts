/** Shortens a link for people that type it. */

const LINK_KEY = /-[a-z2-7]{10}(?=$|\/)/;

/** Return a link without its scheme and its query: `toctoc.example/t/owl-lamp-42`. Nobody types the key of a table. */
export function shortAddress(link: string): string {
  const { host, pathname } = new URL(link);
  return host + decodeURI(pathname).replace(LINK_KEY, "");
}
