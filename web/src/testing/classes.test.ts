// @vitest-environment node
import { expect, it } from "vitest";

import global from "../app.css?raw";

const COMPONENTS = import.meta.glob<string>("/src/**/*.svelte", { eager: true, query: "?raw", import: "default" });
const COMMENT = /\/\*.*?\*\//gs;
/** Rules that give an element the whole screen, or take it out of its place. */
const LAYOUT = /min-height: 100dvh|position: absolute/;

/** Return the classes that have a layout of their own in app.css. */
const layouts = () =>
  [...global.replace(COMMENT, "").matchAll(/^\.([\w-]+) \{([^}]*)\}/gm)]
    .filter(([, , rule]) => LAYOUT.test(rule!))
    .map(([, name]) => name!);

/** Return the classes that a component has rules for. A class that only a condition names has none. */
function ruled(text: string): Set<string> {
  const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? "";
  const selectors = [...style.replace(COMMENT, "").matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector!);
  const plain = selectors.filter((selector) => !selector.trim().startsWith("@")).join(" ");
  return new Set([...plain.replace(/:(?:has|not)\([^)]*\)/g, "").matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, n]) => n!));
}

it("knows the classes that have a layout", () => {
  expect(layouts()).toEqual(expect.arrayContaining(["alone", "arriving", "under-night", "unseen"]));
});

it("has no component whose own class has the name, and so the layout, of another one in app.css", () => {
  const wrong = Object.entries(COMPONENTS).flatMap(([path, text]) =>
    layouts()
      .filter((name) => ruled(text).has(name))
      .map((name) => `${path}: .${name}`),
  );
  expect(wrong).toEqual([]);
});
