/** Wraps the browser: network state, service worker, reload of an outdated page, lifetime of components. */

import { href } from "./site";
import { inTab } from "./storage";
import { onDestroy } from "svelte";

let isConnected = $state(navigator.onLine);

for (const name of ["online", "offline"]) addEventListener(name, () => (isConnected = navigator.onLine));

export const isOnline = (): boolean => isConnected;

export function keepPages(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const start = () => void keep(navigator.serviceWorker).catch(() => {}); // all works without it, too
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}

/** Ask for a newer one at once: browsers themselves take their time. */
async function keep(workers: ServiceWorkerContainer): Promise<void> {
  const isKnown = workers.controller !== null;
  const registration = await workers.register(href("/sw.js"));
  if (isKnown) await registration.update();
}

const RELOADED = "toctoc:reloaded";

/** Reload the page; return false, without a second try, after a recent reload or where that cannot be stored. */
export function reloadOnce(): boolean {
  if (inTab.read(RELOADED) || !inTab.write(RELOADED, true)) return false;
  location.reload();
  return true;
}

/** Note that the page is current: the next time it may be loaded anew again. */
export function isCurrent(): void {
  inTab.forget(RELOADED);
}

/**
 * Return a function that tells whether the component is still on the page.
 * To be called while the component is set up, and asked after something was awaited.
 */
export function mounted(): () => boolean {
  let isMounted = true;
  onDestroy(() => (isMounted = false));
  return () => isMounted;
}
