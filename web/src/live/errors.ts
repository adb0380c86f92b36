import { say, texts } from "../lang/language.svelte";
import { ApiError } from "./api";

/** Say in the page's language why something was not done. A proxy's own errors have no words of ours. */
export function errorText(error: unknown): string {
  return errorTextOf(error instanceof ApiError ? error.code : "server/error");
}

export function errorTextOf(code: string): string {
  const key = `refusal.${code}`;
  return say(texts().has(key) ? key : "refusal.server/error");
}
