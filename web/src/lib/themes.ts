/** Themes of the tables on this device: the cloth, whose colours app.css has, and the backs of the cards. */

import { settings, THEMES } from "./settings.svelte";

/** Return the address of a card's back in the chosen theme: the picture has a fragment for each. */
export function themed(back: string): string {
  return settings.theme === THEMES[0] ? back : `${back}#${settings.theme}`;
}
