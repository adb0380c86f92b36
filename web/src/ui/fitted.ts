/** Fits a name into its room: at its size, then smaller in two lines, at last in three; words stay whole. */

import type { Attachment } from "svelte/attachments";

const READABLE_FONT_PX = 11; // smaller only where it would be cut otherwise
const SMALLEST_FONT_PX = 7;
const FONT_STEP_PX = 0.5;

/** Fit an element’s text into the room that it has, again whenever the room or the text (given to tell) changes. */
export function fitted(_: string): Attachment<HTMLElement> {
  return (element) => {
    const fit = () => write(element);
    fit();
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(fit);
    });
    const tag = element.parentElement!;
    for (const beside of [tag.parentElement!, ...tag.parentElement!.children]) observer.observe(beside);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  };
}

function write(element: HTMLElement): void {
  if (!element.clientWidth) return; // hidden, and fitted as soon as it has a size
  const { style } = element;
  const tag = element.parentElement!;
  const drawn = (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
  const full = parseFloat(getComputedStyle(tag).fontSize) || 0;
  const isWhole = (size: number, lines: number) => {
    style.fontSize = `${size}px`;
    style.setProperty("--lines", `${lines}`);
    return element.scrollWidth <= element.clientWidth + 1 && element.scrollHeight <= element.clientHeight + 2;
  };
  if (isWhole(full, 2)) return;
  for (let size = full; size * drawn >= READABLE_FONT_PX; size -= FONT_STEP_PX) if (isWhole(size, 2)) return;
  for (let size = Math.min(full, READABLE_FONT_PX / drawn); size * drawn >= SMALLEST_FONT_PX; size -= FONT_STEP_PX)
    if (isWhole(size, 3)) return;
}
