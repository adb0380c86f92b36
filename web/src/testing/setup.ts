/** Adds what jsdom lacks; nothing moves there. Each file has modules of its own: it knows nothing of another's page. */

import { vi } from "vitest";

vi.resetModules();

if (typeof document !== "undefined") {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  globalThis.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: true }) as MediaQueryList;
  Element.prototype.getAnimations = () => [];
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
