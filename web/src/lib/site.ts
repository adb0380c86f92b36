/** Knows where the app lives: at "/" of a server, or below any path of a static site. */

const STATIC = document.querySelector('meta[name="toctoc-site"]')?.getAttribute("content") === "static";

/** A static host has the page at its base only: 404.html and the service worker open it there, with `?page=PATH`. */
const BASE = STATIC ? new URL(".", location.href).pathname : "/";
const page = STATIC ? new URLSearchParams(location.search).get("page") : null;

/** Whether the page comes from a static host: nothing answers below `/api`. */
export const isStatic = (): boolean => STATIC;

/** Return the path below which the app lives, with a slash at its end. */
export const base = (): string => BASE;

/** Return the address of one of our paths: `/rules` is at `/toctoc/rules` if the app lives below `/toctoc/`. */
export const href = (path: string): string => BASE + path.replace(/^\//, "");

/** Return our path of an address: the reverse of `href`. */
export const pathOf = (address: string): string =>
  address.startsWith(BASE) ? address.slice(BASE.length - 1) : address;

if (page !== null) history.replaceState(null, "", href(page) + location.hash);
