import { onDestroy } from "svelte";

/**
 * Return a function that tells whether the component is still on the page.
 * To be called while the component is set up, and asked after something was awaited.
 */
export function mounted(): () => boolean {
  let isMounted = true;
  onDestroy(() => (isMounted = false));
  return () => isMounted;
}
