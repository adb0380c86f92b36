import { say } from "../lang/language.svelte";

/** A name for somebody who has not chosen one: a friendly one, in the page's language. */
export function proposedName(): string {
  const names = say("web.names").split(",");
  return names[Math.floor(Math.random() * names.length)]!.trim();
}
