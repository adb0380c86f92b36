/** Tells whether this device has a keyboard, as far as a page can know. */

let isUsed = $state(false);

// The keyboard on the screen of a phone types into fields only.
addEventListener("keydown", ({ target }) => {
  if (!(target instanceof Element && target.matches("input, textarea, [contenteditable]"))) isUsed = true;
});

/** Return whether a key was pressed, or the device has a mouse: such devices have a keyboard, too. */
export function hasKeyboard(): boolean {
  return isUsed || matchMedia("(any-pointer: fine)").matches;
}
