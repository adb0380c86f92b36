import { untrack } from "svelte";

/** Holds short messages: refusals, confirmations. */
interface Toast {
  key: number;
  text: string;
  /** the rule that explains it */
  clause: string | undefined;
  /** an action about it, meanwhile */
  action: Action | undefined;
}

interface Action {
  label: string;
  act: () => void;
  /** whether there is still something to do: otherwise the message is not shown */
  isDue?: () => boolean;
}

const TOAST_MS = 6_000;
const TOAST_WITH_ACTION_MS = 12_000; // time to reach its button
let key = 0;

export const toasts = $state<Toast[]>([]);

export function toast(text: string, clause?: string, action?: Action): void {
  const made = add({ key: (key += 1), text, clause, action });
  setTimeout(() => dismiss(made.key), action ? TOAST_WITH_ACTION_MS : TOAST_MS);
}

/** Show a message until it is closed: there is time to read it. */
export function post(text: string): void {
  add({ key: (key += 1), text, clause: undefined, action: undefined });
}

function add(made: Toast): Toast {
  // An effect that shows one does not look at the others.
  untrack(() => {
    const again = toasts.find((one) => one.text === made.text);
    if (again) dismiss(again.key); // said once more, not twice
    toasts.push(made);
    if (toasts.length > 3) toasts.shift();
  });
  return made;
}

export function dismiss(gone: number): void {
  const index = toasts.findIndex((one) => one.key === gone);
  if (index >= 0) toasts.splice(index, 1);
}
