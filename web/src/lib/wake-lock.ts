/** Keeps the screen awake. Browsers release the lock when the page is hidden; it is requested again afterwards. */

/** Keep the screen awake until the returned function is called; without effect where the browser refuses. */
export function keepAwake(): () => void {
  const over = new AbortController();
  let lock: Promise<WakeLockSentinel | undefined> | undefined;

  const request = () => {
    if (document.visibilityState !== "visible") return;
    void release(lock);
    lock = navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  request();
  document.addEventListener("visibilitychange", request, { signal: over.signal });
  return () => {
    over.abort();
    void release(lock);
  };
}

async function release(lock: Promise<WakeLockSentinel | undefined> | undefined): Promise<void> {
  await (await lock)?.release().catch(() => {});
}
