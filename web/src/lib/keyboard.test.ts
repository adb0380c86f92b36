import { expect, it, vi } from "vitest";

import { hasKeyboard } from "./keyboard.svelte";

it("knows a keyboard by a mouse, or by a key outside of a field", () => {
  const matches = vi.fn(() => ({ matches: true }) as MediaQueryList);
  vi.stubGlobal("matchMedia", matches);
  expect(hasKeyboard()).toBe(true);
  matches.mockReturnValue({ matches: false } as MediaQueryList);
  const field = document.body.appendChild(document.createElement("input"));
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true })); // perhaps on the phone's screen
  expect(hasKeyboard()).toBe(false);
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
  expect(hasKeyboard()).toBe(true);
  vi.unstubAllGlobals();
});
