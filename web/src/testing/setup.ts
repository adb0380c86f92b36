/**
 * Adds missing parts of jsdom, without motion. Each file has its own modules, and so knows nothing of another's page.
 */

import { vi } from "vitest";

vi.resetModules();

if (typeof document !== "undefined") {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  globalThis.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: true }) as MediaQueryList;
  Element.prototype.getAnimations = () => [];
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList; // jsdom has no layout
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
