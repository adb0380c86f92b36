import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import Table from "../games/toctoctoc/Table.svelte";
import { OPENING } from "../games/toctoctoc/testing";
import { announcer, liveRegion } from "../narration/announcer.svelte";
import { LANGUAGES } from "../lang/catalogue";
import { speak } from "../lang/language.svelte";
import type { ToctoctocAction } from "../protocol";
import { FakeScene } from "../testing/scene.svelte";
import { cardHelp } from "./cardHelp.svelte";

const VAMP =
  "Ghost vamp. One guest of her kind moves to the other player, who picks it. A brute does not help. " +
  "Then she leaves the game.";
const OFFERS: ToctoctocAction[] = ["offer vamp-ghost to 1", "offer taxi to 1"];

let scene: FakeScene<"toctoctoc">;
let shown: Record<string, unknown>;

const card = (name: string) => document.querySelector<HTMLElement>(`[data-card="${name}"]`)!;
const popover = () => document.querySelector<HTMLElement>("[data-testid=card-help]")!;
const help = () => (popover().hidden ? null : popover().textContent.trim().replace(/\s+/g, " "));

let moved = 0;

/** Dispatch a pointer's event of `ago` milliseconds before the page handles it. A mouse that comes moves. */
function point(at: Element, type: string, pointerType = "touch", more: PointerEventInit = {}, ago = 0): void {
  const isBubbling = !["pointerenter", "pointerleave"].includes(type);
  if (type === "pointerenter") moved += 1;
  const event = new PointerEvent(type, { bubbles: isBubbling, pointerType, clientX: moved, ...more });
  Object.defineProperty(event, "timeStamp", { value: Date.now() - ago });
  at.dispatchEvent(event);
  flushSync();
}
function wait(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds);
  flushSync();
}
function release(at: HTMLElement): void {
  point(at, "pointerup");
  at.click();
  flushSync();
}
function press(key: string, at: Element = document.activeElement ?? document.body): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  at.dispatchEvent(event);
  flushSync();
  return event.defaultPrevented;
}

beforeAll(() => speak("en"));
beforeEach(() => {
  vi.useFakeTimers();
  scene = new FakeScene(OPENING, { own: { hand: ["vamp-ghost", "taxi"], offered: null }, legal: OFFERS });
  shown = mount(Table, { target: document.body.appendChild(document.createElement("main")), props: { scene } });
  flushSync();
});
afterEach(async () => {
  await unmount(shown);
  cardHelp.leave();
  announcer.hush();
  document.body.replaceChildren();
  vi.useRealTimers();
});

test("a long press shows what a card does and plays nothing; the tap that closes it plays nothing either", () => {
  const at = card("vamp-ghost");
  point(at, "pointerdown");
  wait(499);
  expect(help()).toBe(null);
  wait(1);
  expect(help()).toBe(VAMP);
  point(at, "pointerup");
  wait(400); // a slow phone makes its click late
  at.click();
  flushSync();
  expect(help()).toBe(VAMP);
  expect(at.getAttribute("aria-pressed")).toBe("false");
  point(card("taxi"), "pointerdown");
  release(card("taxi"));
  expect(help()).toBe(null);
  expect(card("taxi").getAttribute("aria-pressed")).toBe("false");
  wait(100);
  point(card("taxi"), "pointerdown"); // and the next tap is a tap
  release(card("taxi"));
  expect(card("taxi").getAttribute("aria-pressed")).toBe("true");
});

test("a press that ends without a click takes none from the next tap", () => {
  const at = card("vamp-ghost");
  point(at, "pointerdown");
  wait(500);
  point(at, "pointercancel"); // as of a phone with a long press of its own
  press("Escape");
  point(at, "pointerdown");
  release(at);
  expect(at.getAttribute("aria-pressed")).toBe("true");
});

test("a busy page judges a press by the times of the finger", () => {
  const at = card("vamp-ghost");
  point(at, "pointerdown");
  wait(700); // the timer is first, and the end of the tap comes late
  point(at, "pointerup", "touch", {}, 620);
  at.click();
  flushSync();
  expect(help()).toBe(null);
  expect(at.getAttribute("aria-pressed")).toBe("true");
  point(at, "pointerdown", "touch", {}, 400); // handled late, and so the timer runs late
  wait(200);
  release(at);
  expect(help()).toBe(VAMP);
  expect(at.getAttribute("aria-pressed")).toBe("true"); // unchanged
});

test("a tap shows nothing, nor does a finger that moves on", () => {
  const at = card("vamp-ghost");
  point(at, "pointerdown");
  wait(200);
  release(at);
  expect(at.getAttribute("aria-pressed")).toBe("true");
  point(at, "pointerdown");
  point(at, "pointermove", "touch", { clientX: 20 });
  wait(1_000);
  expect(help()).toBe(null);
});

test("a mouse that rests on a card shows it, and leaves or clicks it away", () => {
  const at = card("taxi");
  point(at, "pointerenter", "mouse");
  wait(600);
  expect(help()).toBe("Hearse-taxi. The biggest group without a brute leaves the game. So does the taxi.");
  point(at, "pointerleave", "mouse");
  expect(help()).toBe(null);
  point(at, "pointerenter", "mouse");
  wait(600);
  point(at, "pointerdown", "mouse");
  expect(help()).toBe(null);
  at.click();
  flushSync();
  expect(at.getAttribute("aria-pressed")).toBe("true"); // the click counts
});

test("the focus describes a card at once, and i shows and says it; Escape closes that and nothing else", async () => {
  const at = card("vamp-ghost");
  at.focus();
  expect(help()).toBe(null);
  expect(document.getElementById(at.getAttribute("aria-describedby")!)!.textContent.trim()).toContain("Ghost vamp.");
  at.click();
  flushSync();
  at.focus();
  expect(press("i")).toBe(true);
  expect(help()).toBe(VAMP);
  wait(200);
  expect(liveRegion.text).toBe(VAMP);
  press("Escape");
  expect(help()).toBe(null);
  expect(at.getAttribute("aria-pressed")).toBe("true"); // the picked card stays picked
  at.blur();
  await Promise.resolve();
  flushSync();
  expect(at.hasAttribute("aria-describedby")).toBe(false);
  expect(popover().textContent.trim()).toBe("");
});

test("without the focus on a card, i goes through all that lie open, parties and pile included", () => {
  const names = Array.from({ length: 12 }, () => (press("i", document.body), help()?.split(". ")[0]));
  expect(new Set(names)).toEqual(new Set(["Plain monster", "Plain ghost", "Ghost vamp", "Hearse-taxi"]));
});

test("i is a letter where one types", () => {
  const field = document.body.appendChild(document.createElement("input"));
  expect(press("i", field)).toBe(false);
  expect(help()).toBe(null);
});

test("a card that comes under a mouse which has only clicked explains nothing", () => {
  point(card("taxi"), "pointerdown", "mouse", { clientX: 7 });
  point(card("vamp-ghost"), "pointerenter", "mouse", { clientX: 7 });
  wait(1000);
  expect(help()).toBeNull();
});

test("nothing can be read of a card that is gone", () => {
  press("i", card("taxi"));
  point(card("taxi"), "pointerenter", "mouse");
  wait(600);
  expect(help()).toContain("Hearse-taxi");
  scene.own = { hand: ["vamp-ghost"], offered: null };
  scene.moves = { 0: ["offer vamp-ghost to 1"] };
  flushSync();
  expect(help()).toBe(null);
  expect(popover().textContent).not.toContain("axi");
});

test("a card that is taken away while it has the focus changes nothing while the page is drawn", async () => {
  const remove = Element.prototype.remove;
  const removed = vi.spyOn(Element.prototype, "remove").mockImplementation(function (this: Element) {
    if (this.contains(document.activeElement)) {
      document.activeElement!.dispatchEvent(new FocusEvent("focusout", { bubbles: true })); // as Chromium does
    }
    remove.call(this);
  });
  const failed = vi.fn((event: ErrorEvent) => event.preventDefault());
  addEventListener("error", failed);
  card("taxi").focus();
  scene.seat = 1;
  scene.own = null;
  flushSync();
  await Promise.resolve();
  flushSync();
  expect(card("taxi")).toBe(null);
  removed.mockRestore();
  removeEventListener("error", failed);
  expect(failed).not.toHaveBeenCalled();
  expect(cardHelp.at).toBe(null);
});

test("an i beside the picked card does the same", () => {
  card("vamp-ghost").click();
  flushSync();
  const info = document.querySelector<HTMLElement>("[data-testid=card-info]")!;
  info.click();
  flushSync();
  expect(help()).toBe(VAMP);
  info.click();
  flushSync();
  expect(help()).toBe(null);
});

test.each(LANGUAGES)("every face-up card has its words (%s)", async (language) => {
  await speak(language);
  press("i", card("vamp-ghost"));
  expect(help()!.length).toBeGreaterThan(30);
  await speak("en");
});

test("one's own card at a door explains itself, and nobody else's", () => {
  const lying = () => document.querySelector<HTMLElement>(".door .card")!;
  scene.own = { hand: ["taxi"], offered: "vamp-ghost" };
  scene.view = { ...scene.view, phase: "answer", to_act: [1], door: { seat: 0, to: 1 } };
  flushSync();
  point(lying(), "pointerdown");
  wait(500);
  expect(help()).toContain("Ghost vamp");
  release(lying());
  scene.own = { hand: ["taxi"], offered: null };
  flushSync();
  expect(help()).toBe(null);
  point(lying(), "pointerdown");
  wait(500);
  expect(help()).toBe(null);
});

test("a card that is revealed explains itself while it is large", () => {
  scene.tell([{ type: "Answered", seat: 1, opened: true, card: "vamp-ghost", revealer: 1, rival: 2 }]);
  flushSync();
  const large = document.querySelector<HTMLElement>(".reveal .card")!;
  point(large, "pointerenter", "mouse");
  wait(600);
  expect(help()).toContain("Ghost vamp");
});
