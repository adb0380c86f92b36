/** Keeps the screen from going dark, where the browser can; it forgets the wish whenever the page is hidden. */

/** Keep the screen on until the returned function is called. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isWanted = true;
  const ask = async () => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (!isWanted) void lock.release();
    } catch {
      // a battery that is nearly empty, or a browser that forbids it
    }
  };
  void ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    isWanted = false;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
