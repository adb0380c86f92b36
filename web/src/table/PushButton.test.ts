import { flushSync, mount, unmount } from "svelte";
import { afterAll, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import PushButton from "./PushButton.svelte";

// The permission is read once, when the script of the page starts.
vi.hoisted(() => {
  vi.stubGlobal("Notification", { permission: "denied" });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("isSecureContext", true);
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: {} });
});
afterAll(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("denied notifications are explained in the menu, and not beside the table", async () => {
  await speak("en");
  const target = document.body;
  for (const isBrief of [false, true]) {
    const page = mount(PushButton, { target, props: { code: "hibou-lampe-42", isBrief } });
    flushSync();
    expect(target.querySelector("[data-testid=tell-me]")).toBeNull();
    const explained = target.querySelector("[data-testid=tell-me-not]")?.textContent ?? "";
    if (isBrief) expect(explained).toBe("");
    else expect(explained).toContain("Allow them in the site’s settings");
    await unmount(page);
  }
});
