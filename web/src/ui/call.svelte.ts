/** Holds the call of other players to this one, which every page and dialog shows above its content. */

interface Call {
  text: string;
  label: string;
  act: () => void;
  /** until it is too late; null without such a moment */
  seconds: number | null;
}

/** `closed` is the text of the call that the player has closed: another one is shown again. */
export const call = $state<{ now: Call | null; closed: string }>({ now: null, closed: "" });
