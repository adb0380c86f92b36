import { say } from "../lang/language.svelte";

/** Propose a friendly name, in the page's language. */
export function proposedName(): string {
  const names = say("web.names").split(",");
  return names[Math.floor(Math.random() * names.length)]!.trim();
}
