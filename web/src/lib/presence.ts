import { onDestroy } from "svelte";

/** To be called while a component is set up; what it gives tells, after something was waited for, whether that is still shown. */
export function presence(): () => boolean {
  let isHere = true;
  onDestroy(() => (isHere = false));
  return () => isHere;
}
