/**
 * Explains cards: to a long press, to a mouse that rests on it, to the focus, and to the key `i`. A press
 * that showed help plays nothing.
 */

import { flushSync, mount, unmount, untrack } from "svelte";
import type { Attachment } from "svelte/attachments";

import type { Explained } from "../lang/aid";
import { announcer } from "../narration/announcer.svelte";
import { CARD_HELP, keyOf } from "../lib/keys";
import { CLICK_DELAY_MS } from "../lib/taps";
import { settings } from "../lib/settings.svelte";
import CardHelp from "./CardHelp.svelte";
import { cardHelp, HELP, type Opener } from "./cardHelp.svelte";

const LONG_PRESS_MS = 500; // a shorter press is a tap
const HOVER_MS = 600; // of a resting mouse or focus
const MAX_TREMBLE_PX = 10;
const TYPED = "input, textarea, select, [contenteditable]"; // where a key means something else

/** Every card on the page that explains itself. */
const explained = new Map<HTMLElement, () => readonly Explained[]>();
let shown: Record<string, unknown> | undefined;
/** where the mouse was pressed: a card that comes under a mouse which has not moved since explains nothing */
let pressed = { x: -1, y: -1 };
/** the element that is pointed at, and will soon explain itself */
let next: { element: HTMLElement; timer: ReturnType<typeof setTimeout> } | null = null;

function wait(): void {
  clearTimeout(next?.timer);
  next = null;
}

/** Make an element explain the open cards in it. Hidden cards have no place in them. */
export function explains(cards: () => readonly Explained[]): Attachment<HTMLElement> {
  return (element) => {
    explained.set(element, cards);
    untrack(prepare);
    element.style.setProperty("-webkit-touch-callout", "none"); // a finger that rests asks for help
    element.style.setProperty("user-select", "none");
    const stop = listen(element, cards);
    // A card that is covered, or another one in its place: nothing may be read of it any more.
    let before = "";
    $effect(() => {
      const now = JSON.stringify(cards());
      if (before !== "" && now !== before && cardHelp.at === element) cardHelp.leave();
      before = now;
    });
    return () => {
      stop();
      explained.delete(element);
      if (cardHelp.at === element) cardHelp.leave();
    };
  };
}

function listen(element: HTMLElement, cards: () => readonly Explained[]): () => void {
  let start: { x: number; y: number; at: number } | null = null;
  /** let the click of the present press act */
  let unswallow: (() => void) | null = null;
  const openSoon = (by: Opener, after: number) => {
    wait();
    const timer = setTimeout(() => (by === "touch" ? openByTouch() : open(element, by)), after);
    next = { element, timer };
  };
  const openByTouch = () => {
    open(element, "touch");
    unswallow = swallowClick();
  };
  /** Judge a press by the times of the finger: on a busy page the timer runs before or after a pending `pointerup`. */
  const judge = (length: number) => {
    if (length >= LONG_PRESS_MS && !unswallow) openByTouch();
    else if (length < LONG_PRESS_MS && unswallow) {
      unswallow();
      cardHelp.close();
    }
  };
  const leave = () => next?.element === element && wait();
  const listeners: Partial<Record<string, (event: PointerEvent) => void>> = {
    pointerdown: (event) => {
      wait();
      if (event.pointerType === "mouse") return cardHelp.close();
      if (cards().length === 0) return;
      start = { x: event.clientX, y: event.clientY, at: event.timeStamp };
      unswallow = null;
      openSoon("touch", LONG_PRESS_MS);
    },
    pointermove: (event) => {
      if (!start || Math.hypot(event.clientX - start.x, event.clientY - start.y) < MAX_TREMBLE_PX) return;
      leave();
      start = null;
      cardHelp.close();
    },
    pointerup: (event) => {
      leave();
      if (start) judge(event.timeStamp - start.at);
      start = null;
    },
    pointercancel: () => (leave(), (start = null)),
    pointerenter: (event) => {
      const hasMoved = event.clientX !== pressed.x || event.clientY !== pressed.y;
      if (event.pointerType === "mouse" && event.buttons === 0 && hasMoved) openSoon("hover", HOVER_MS);
    },
    pointerleave: () => {
      leave();
      if (cardHelp.at === element && cardHelp.by === "hover") cardHelp.close();
    },
    contextmenu: (event) => start && event.preventDefault(), // a finger asks for help, not for a menu
    focusin: () => {
      if (cardHelp.by !== null && cardHelp.at === element) return;
      cardHelp.describe(element, cards());
      flushSync(); // before it is read out
      if (element.matches(":focus-visible")) openSoon("focus", HOVER_MS);
    },
    focusout: () => {
      leave();
      // A moment later: a card that is taken away loses the focus while the page is drawn, when nothing may change.
      queueMicrotask(() => {
        const isElsewhere = document.activeElement !== element;
        if (isElsewhere && cardHelp.at === element && cardHelp.by !== "touch") cardHelp.leave();
      });
    },
  };
  for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener as EventListener);
  return () => {
    leave();
    for (const [type, listener] of Object.entries(listeners))
      element.removeEventListener(type, listener as EventListener);
  };
}

/** Open the help of a card, or of an element that explains one. */
export function open(element: HTMLElement, by: Opener, cards = explained.get(element)): void {
  if (!cards || !element.isConnected) return;
  cardHelp.open(element, cards(), by);
}

/** Say the help that is open. */
export function readOut(): void {
  announcer.announce(cardHelp.cards.map(({ name, text }) => `${name}. ${text}`).join(" "));
}

/** Stop the click that ends this press, and none of a press or key after it; return a function that lets it act. */
function swallowClick(): () => void {
  const over = new AbortController();
  const done = () => over.abort();
  const soon = () => setTimeout(done, CLICK_DELAY_MS);
  const during = { capture: true, signal: over.signal };
  const stop = (event: Event) => (event.preventDefault(), event.stopImmediatePropagation(), done());
  addEventListener("click", stop, during);
  for (const next of ["pointerdown", "keydown"]) addEventListener(next, done, during);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, soon, during);
  return done;
}

/** Mount the help once, and listen for the events that close it. */
function prepare(): void {
  if (document.getElementById(HELP)) return;
  if (shown) void unmount(shown);
  else {
    addEventListener("keydown", onkeydown, true);
    addEventListener("pointerdown", onpointerdown, true);
  }
  shown = mount(CardHelp, { target: document.querySelector("main") ?? document.body });
}

function onpointerdown(event: PointerEvent): void {
  pressed = { x: event.clientX, y: event.clientY };
  const { by } = cardHelp;
  if (by === null || by === "hover") return;
  cardHelp.close();
  if (by === "touch") swallowClick(); // that tap closes it, and plays nothing
}

function onkeydown(event: KeyboardEvent): void {
  wait(); // typing ends a rest
  if (event.key === "Escape" && cardHelp.by !== null) {
    cardHelp.close();
    event.preventDefault();
    return event.stopImmediatePropagation();
  }
  if (!settings.hasKeys || keyOf(event) !== CARD_HELP || event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.target as Element).closest?.(TYPED)) return;
  const card = nextCard();
  if (!card) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  open(card, "key");
  readOut();
}

/** Return the card with the focus; else, one after the other, those that lie on the table. */
function nextCard(): HTMLElement | undefined {
  const dialog = document.querySelector("dialog[open]");
  const there = [...explained.keys()]
    .filter((element) => explained.get(element)!().length > 0 && !element.closest("[inert]"))
    .filter((element) => dialog === null || dialog.contains(element))
    .sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const focused = there.find((element) => element === document.activeElement);
  if (focused && cardHelp.by !== "key") return focused;
  return there[(there.indexOf(cardHelp.at!) + 1) % there.length];
}
