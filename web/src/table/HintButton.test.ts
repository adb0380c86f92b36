import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LANGUAGES } from "../lang/catalogue";
import { say, speak } from "../lang/language.svelte";
import type { LiveTable } from "../live/table.svelte";
import { BOT_NAMES } from "../protocol";
import { FakeSocket } from "../testing/socket";
import { sitAt, startServer, stopServer } from "../testing/table";
import HintButton from "./HintButton.svelte";

let table: LiveTable;
let shown: Record<string, unknown>;

const bulb = () => document.querySelector<HTMLButtonElement>("[data-testid=hint]")!;
const status = () => document.querySelector("[role=status]")!.textContent.trim();
const sent = () => FakeSocket.last.sent.filter((message) => message.type === "hint") as { id: string }[];
function press(button: HTMLElement | null) {
  button?.click();
  flushSync();
}
function answer() {
  FakeSocket.last.tell({ type: "hinted", id: sent().at(-1)!.id, action: "look 2", reason: "look", params: {} });
  flushSync();
}

beforeEach(async () => {
  await speak("en");
  startServer();
  table = sitAt();
  shown = mount(HintButton, { target: document.body, props: { table } });
  flushSync();
});
afterEach(async () => {
  await unmount(shown);
  document.body.replaceChildren();
  table.close();
  stopServer();
});

test("while the count thinks it says so, after a while that it takes longer, then what to do", () => {
  expect(status()).toBe("");
  press(bulb());
  expect(status()).toBe("Vlad is thinking…");
  vi.advanceTimersByTime(4_000);
  flushSync();
  expect(status()).toBe("Vlad is still thinking. You may play meanwhile.");
  answer();
  expect(status()).toBe("Vlad: “Look at your card 2. It is good to know that card.”");
});

test("a net's hint shows what comes of it, and of the next best", () => {
  press(bulb());
  expect(document.querySelector("[data-testid=odds]")).toBe(null);
  const chances = { "look 2": 41, "pass the salt": 35, draw: 33 };
  FakeSocket.last.tell({
    type: "hinted",
    id: sent().at(-1)!.id,
    action: "look 2",
    reason: "look",
    params: {},
    chances,
  });
  flushSync();
  const shown = [...document.querySelectorAll<HTMLElement>("[data-testid=odds] > *")];
  expect(shown.map((one) => one.textContent)).toEqual(["Chance of winning: 41%", "Draw a card 33%"]);
  expect(shown[0]!.style.getPropertyValue("--share")).toBe("41%");
});

test("a second tap does without the hint", () => {
  press(bulb());
  expect(bulb().getAttribute("aria-label")).toBe("Cancel the hint");
  press(bulb());
  expect(status()).toBe("");
  expect(sent()).toHaveLength(1);
  answer();
  expect(status()).toBe("");
});

test("a hint is put away by its button, and its mark with it", () => {
  press(bulb());
  answer();
  expect(table.advised).toBe("look 2");
  press(document.querySelector<HTMLElement>(".close"));
  expect(status()).toBe("");
  expect(table.advised).toBe(null);
});

test("a hint stays while what it marks is chosen, and goes when something else is", () => {
  const main = document.body.appendChild(document.createElement("main"));
  main.innerHTML = `
    <button data-card="a"><i data-testid="hint-mark"></i></button><button data-card="a"></button>
    <button data-card="c" aria-disabled="true"></button><button data-card="b"></button>`;
  const [advised, alike, useless, other] = main.querySelectorAll("button");
  press(bulb());
  answer();
  for (const card of [advised, alike, useless]) {
    press(card!);
    expect(table.advised).toBe("look 2");
  }
  press(other!);
  expect(table.advised).toBe(null);
  expect(status()).toBe("");
});

test("whoever is not asked gets no hint", () => {
  FakeSocket.last.tell({ type: "update", version: 11, at: 5, public: {}, own: [{ seat: 0, legal: [] }] });
  flushSync();
  expect(bulb().disabled).toBe(true);
});

test.each(LANGUAGES)("it is said in the language of the page (%s)", async (language) => {
  await speak(language);
  press(bulb());
  expect(status()).toBe(say("table.hint.thinking", { bot: BOT_NAMES.comte![0]! }));
  answer();
  expect(status()).toContain(say("chocottes.reason.look"));
});
