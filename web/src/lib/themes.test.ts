import { expect, test } from "vitest";

import css from "../app.css?raw";
import { settings, THEMES } from "./settings.svelte";
import { themed } from "./themes";

const BACKS = import.meta.glob<string>("../games/*/art/back.svg", { eager: true, query: "?raw", import: "default" });
const COLOURS = ["haze", "slate", "dusk", "night"];

/** As WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function coloursOf(theme: string): string[] {
  const [, block = ""] = new RegExp(`\\.swatch\\[data-theme="${theme}"\\] \\{([^}]*)`).exec(css) ?? [];
  return COLOURS.map((name) => new RegExp(`--${name}: (#\\w{6})`).exec(block)![1]!);
}

test.each(THEMES)("the cloth %s is no lighter than the night: all that is legible there is legible here", (theme) => {
  const night = coloursOf("night");
  coloursOf(theme).forEach((colour, at) => expect(luminance(colour)).toBeLessThanOrEqual(luminance(night[at]!)));
});

test("the night of the swatch is that of all pages", () => {
  const [root = ""] = /:root \{[^}]*/.exec(css) ?? [];
  coloursOf("night").forEach((colour, at) => expect(root).toContain(`--${COLOURS[at]}: ${colour};`));
});

test.each(Object.entries(BACKS))("%s has every theme, in the colours of the cloth", (_, drawing) => {
  for (const theme of THEMES.slice(1)) {
    const [haze, slate, dusk] = coloursOf(theme);
    expect(drawing).toContain(`#${theme}:target { --haze: ${haze}; --slate: ${slate}; --dusk: ${dusk}; }`);
    expect(drawing).toContain(`<g id="${theme}">`);
  }
});

test("the backs of the cards follow the choice", () => {
  expect(themed("/back.svg")).toBe("/back.svg");
  settings.theme = "plum";
  expect(themed("/back.svg")).toBe("/back.svg#plum");
  settings.theme = "night";
});
