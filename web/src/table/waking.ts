/** Says how far the engine on this device is, for a page that waits for it. */

import { say } from "../lang/language.svelte";
import { deviceState } from "../live/device-state.svelte";

/** Return the sentence; null if no engine is starting. */
export function waking(): string | null {
  const { loaded } = deviceState;
  return loaded === null ? null : say("local.loading", { percent: Math.floor(loaded * 100) });
}
