/** Lets the page open without a network, where browsers allow that: over HTTPS, and on the machine itself. */

const SCRIPT = "/sw.js";

export function keepPages(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const start = () => void keep(navigator.serviceWorker).catch(() => {}); // all works without it, too
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}

/** Ask for a newer one at once: browsers themselves take their time. */
async function keep(workers: ServiceWorkerContainer): Promise<void> {
  const isKnown = workers.controller !== null;
  const registration = await workers.register(SCRIPT);
  if (isKnown) await registration.update();
}
