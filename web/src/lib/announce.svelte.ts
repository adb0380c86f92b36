/** Lets a screen reader speak. It stays no longer than a peek does: nobody can read back what is to be remembered. */
export const announcement = $state({ polite: "", urgent: "" });

const STAYS = 2_500; // milliseconds; by then a screen reader has it
const timers: Partial<Record<keyof typeof announcement, ReturnType<typeof setTimeout>>> = {};

export function announce(text: string): void {
  voice("polite", text);
}

/** Announce at once what one must not miss: it is one's turn, a window is open. */
export function call(text: string): void {
  voice("urgent", text);
}

/** Announce a text, and take it away: what is still there from the last time would not be read out again. */
function voice(how: keyof typeof announcement, text: string): void {
  announcement[how] = text;
  clearTimeout(timers[how]);
  timers[how] = setTimeout(() => (announcement[how] = ""), STAYS);
}
