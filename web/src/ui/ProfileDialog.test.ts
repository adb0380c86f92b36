import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { say, speak } from "../lang/language.svelte";
import { settings } from "../lib/settings.svelte";
import ProfileDialog from "./ProfileDialog.svelte";

let mounted: Record<string, unknown>;

beforeEach(async () => {
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  await speak("en");
});
afterEach(() => unmount(mounted));

/** Open the dialog for a device that has this name; return its field, and a function that ends it with a text. */
function open(name: string, isNamed: boolean, taken: readonly string[] = []) {
  [settings.name, settings.isNamed] = [name, isNamed];
  mounted = mount(ProfileDialog, { target: document.body, props: { close: () => {}, taken } });
  flushSync();
  const field = document.querySelector<HTMLInputElement>("input[autocomplete=nickname]")!;
  const end = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    document.querySelector<HTMLButtonElement>(".footer button")!.click();
    return settings.name;
  };
  return { field, end };
}

test("a player's own name can be changed, and one that the page proposed is not in the field", () => {
  expect(open("Zoé", true).field.value).toBe("Zoé");
  void unmount(mounted);
  const { field, end } = open("Biscuit", false);
  expect([field.value, field.placeholder]).toEqual(["", "What shall we call you?"]);
  expect(end(" Max ")).toBe("Max");
  expect(settings.isNamed).toBe(true);
});

test("without a name of their own a player keeps the proposed one, unless somebody at the table has it", () => {
  expect(open("Biscuit", false).end("")).toBe("Biscuit");
  void unmount(mounted);
  const others = say("web.names").split(",").slice(0, -1);
  expect(open("Biscuit", false, others).end("")).toBe("Feather");
  expect(settings.isNamed).toBe(false);
});
