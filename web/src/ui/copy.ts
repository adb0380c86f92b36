/** Copy a text, also over plain HTTP, where browsers hide the clipboard's own interface. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByHand(text);
  }
}

function copiedByHand(text: string): boolean {
  const area = document.createElement("textarea");
  const focused = document.activeElement as HTMLElement | null;
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  (document.querySelector("dialog[open]") ?? document.body).append(area); // outside of a modal nothing can be selected
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return done;
}
