/** Shows a text as large as its room allows: at its size, else smaller, as long as it can be read. */

import type { Attachment } from "svelte/attachments";

const STEP = 0.05;

/** Shrink an element's letters, to `least` of their size, until its text (given to tell when it changes) is whole. */
export function whole(_: string, least = 0.7): Attachment<HTMLElement> {
  return (element) => {
    const fit = () => {
      element.style.fontSize = "";
      const full = parseFloat(getComputedStyle(element).fontSize) || 0;
      const isCut = () =>
        element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
      for (let part = 1 - STEP; part >= least && isCut(); part -= STEP) element.style.fontSize = `${part * full}px`;
    };
    fit();
    void document.fonts?.ready.then(fit); // until then, letters may have another width
    const observer = new ResizeObserver(fit);
    observer.observe(element.parentElement!);
    return () => observer.disconnect();
  };
}
