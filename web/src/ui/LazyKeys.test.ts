import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { speak } from "../lang/language.svelte";
import LazyKeys from "./LazyKeys.svelte";

let page: Record<string, unknown>;

afterEach(async () => {
  await unmount(page);
  document.body.replaceChildren();
});

test("keys that are pressed while their script is fetched act, too", async () => {
  await speak("en");
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) { this.open = true; }; // prettier-ignore
  const clicked = vi.fn();
  const button = document.body.appendChild(document.createElement("button"));
  button.textContent = "Join a table";
  button.setAttribute("aria-keyshortcuts", "J");
  button.addEventListener("click", clicked);
  page = mount(LazyKeys, { target: document.body, props: { more: [["1 – 3", "Play now"]] } });
  flushSync();
  const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  press("Tab"); // asks for nothing
  press("j");
  press("j");
  await vi.waitFor(() => expect(clicked).toHaveBeenCalledTimes(2), 60_000);
  press("j");
  expect(clicked).toHaveBeenCalledTimes(3);
  press("?");
  flushSync();
  const rows = [...document.querySelectorAll("dialog dl div")].map((row) =>
    row.textContent.trim().replace(/\s+/g, " "),
  );
  expect(rows).toEqual(expect.arrayContaining(["1 – 3 Play now", "J Join a table", "? Keys"]));
}, 90_000);
