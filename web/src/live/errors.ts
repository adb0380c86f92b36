import { say, texts } from "../lang/language.svelte";
import { NotDone } from "./api";

/** Why something was not done, in the page's language. A proxy's own errors have no words of ours. */
export function excuse(error: unknown): string {
  return excuseFor(error instanceof NotDone ? error.code : "server/error");
}

export function excuseFor(code: string): string {
  const key = `refusal.${code}`;
  return say(texts().has(key) ? key : "refusal.server/error");
}
