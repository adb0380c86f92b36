/** Keeps a label that is centred over an edge within the table: shifted as far as it must be, and never cut. */

import type { Attachment } from "svelte/attachments";

const EDGE_PX = 2;

/** Shift an element by its `--shift` until it lies within the page's main part; again whenever its text changes. */
export function within(_: string): Attachment<HTMLElement> {
  return (element) => {
    const shift = () => {
      element.style.removeProperty("--shift");
      const room = (element.closest("main") ?? document.documentElement).getBoundingClientRect();
      const { left, right } = element.getBoundingClientRect();
      const drawn = (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
      const px = Math.max(0, room.left + EDGE_PX - left) || Math.min(0, room.right - EDGE_PX - right);
      if (px !== 0) element.style.setProperty("--shift", `${px / drawn}px`);
    };
    shift();
    addEventListener("resize", shift);
    return () => removeEventListener("resize", shift);
  };
}
