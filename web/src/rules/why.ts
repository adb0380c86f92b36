/** Open the rule that explains something. The dialog outlives whatever it was asked from: toasts go by themselves. */

import { mount, unmount } from "svelte";

import { say } from "../lang/language.svelte";
import { toast } from "../ui/toasts.svelte";

export async function explain(clause: string): Promise<void> {
  const loaded = await import("./WhyDialog.svelte").catch(() => null);
  if (!loaded) return toast(say("rules.not-fetched"));
  const dialog = mount(loaded.default, {
    target: document.body,
    props: { clause, close: () => void unmount(dialog) },
  });
}
