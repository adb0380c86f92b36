import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { settings } from "../../../lib/settings.svelte";
import Visit from "./Visit.svelte";

const motion = vi.hoisted(() => ({ isReduced: false }));
vi.mock("../../../lib/motion", async (original) => ({
  ...(await original<object>()),
  lasting: (ms: number) => (motion.isReduced ? 0 : ms),
}));

const vibrate = vi.fn();
const { volume } = settings;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true }, vibrate });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vibrate.mockClear();
  settings.volume = volume;
  motion.isReduced = false;
});

/** Knock, and wait until all raps have begun. */
function knock(): void {
  const props = { state: "knocked", visitor: { kind: "person", name: "Cleo" }, card: null, label: null } as const;
  const shown = mount(Visit, { target: document.body, props });
  flushSync();
  vi.advanceTimersByTime(500);
  void unmount(shown);
}

it("shakes the device three times", () => {
  knock();
  expect(vibrate.mock.calls).toEqual([[[70, 100, 70, 100, 70]]]);
});

it("leaves the device still without sounds", () => {
  settings.volume = 0;
  knock();
  expect(vibrate).not.toHaveBeenCalled();
});

it("leaves the device still with reduced motion", () => {
  motion.isReduced = true;
  knock();
  expect(vibrate).not.toHaveBeenCalled();
});
