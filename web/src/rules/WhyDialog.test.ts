import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import WhyDialog from "./WhyDialog.svelte";

let shown: Record<string, unknown>;

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) { this.open = true; }; // prettier-ignore
  await speak("en");
});
afterEach(() => unmount(shown));

test("T8 its title is in words, and the number is small", async () => {
  shown = mount(WhyDialog, { target: document.body, props: { clause: "T8", close: () => {} } });
  await vi.waitFor(
    () => {
      flushSync();
      expect(document.querySelector("h2")?.textContent).toBe("A turn Rule T8");
    },
    { timeout: 20_000 }, // a busy machine reads the book slowly
  );
  expect(document.querySelector("h2 small")?.textContent).toBe("Rule T8");
});
