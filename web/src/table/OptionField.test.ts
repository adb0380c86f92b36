import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import { speak } from "../lang/language.svelte";
import { factsOf } from "../model/facts";
import OptionField from "./OptionField.svelte";

let shown: Record<string, unknown> | undefined;
let chosen: unknown[] = [];

const inputs = () => [...document.querySelectorAll("input")];
const bounds = () => document.querySelector("small")!;

function show(name: string): void {
  const option = factsOf("chocottes").options.find((each) => each.name === name)!;
  const props = { game: "chocottes", option, value: option.default, set: (value: unknown) => chosen.push(value) };
  shown = mount(OptionField, { target: document.body, props });
  flushSync();
}

function type(text: string, at = 0): void {
  inputs()[at]!.value = text;
  inputs()[at]!.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}

beforeEach(async () => {
  chosen = [];
  await speak("en");
});
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

test("a number is chosen, and its field says between which ones", () => {
  show("dreams");
  expect(bounds().textContent).toBe("From 0 to 4");
  expect(inputs()[0]!.getAttribute("aria-describedby")).toBe(bounds().id);
  type("4");
  expect(chosen).toEqual([4]);
});

test.each(["", "two", "1.5"])("what is no whole number is not sent, and the field shows what counts: %j", (text) => {
  show("dreams");
  type(text);
  expect([chosen, inputs()[0]!.value]).toEqual([[], "2"]);
});

test("what is beyond the bounds is not sent, and they are said", () => {
  show("dreams");
  type("5");
  expect([chosen, inputs()[0]!.value]).toEqual([[], "2"]);
  expect(bounds().role).toBe("alert");
  type("3");
  expect([chosen, bounds().role]).toEqual([[3], null]);
});

test("each of several numbers goes back to what it was", () => {
  show("tiles");
  type("", 1);
  type("50", 2);
  expect([chosen, inputs().map((each) => each.value)]).toEqual([[], ["6", "8", "10"]]);
  type("12", 2);
  expect(chosen).toEqual([[6, 8, 12]]);
});
