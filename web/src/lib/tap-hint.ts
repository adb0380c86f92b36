/** Counts how often this device has shown that a tap goes on: often enough is never again. */

import { onDevice } from "./storage";

const KEY = "toctoc:tap-hints";
const MAX_HINTS = 3;

/** Tell whether the hint is to be shown once more; if so, it counts as shown. */
export function takeTapHint(): boolean {
  const shown = onDevice.read<number>(KEY) ?? 0;
  return shown < MAX_HINTS && (onDevice.write(KEY, shown + 1), true);
}
