/**
 * Makes a tap, a click or a key count for the element on which it began, once; on every page, for every element.
 *
 * - A click is delivered to the element on which its press began, even if the page has moved that element meanwhile.
 *   If the element then says something else, or is gone, the click is dropped.
 * - The second of two quick presses at one place acts only on the element of the first: it does not hit an element
 *   that the first press has put there, and does not take back an answer, or a request (`data-once`). A repeated key
 *   does nothing.
 * - A card in flight takes no press: the press counts for the resting card below, if there is one.
 * - A command marks the pressed element as busy until it is answered (`busyUntil`); a busy element takes no click.
 *
 * `AnswerGuard` adds the rules for the questions of a table.
 */

/** Elements that act at a table. */
export const ACTS = "main :is([data-action], [data-pick], .hand [data-card], [data-twice])";
/** The time between the end of a touch and its click, at most, on a slow phone. */
export const CLICK_DELAY_MS = 1_000;
/** For so long a question is new: a tap or a key may have been meant for what was there before. */
export const NEW_QUESTION_MS = 500;
/** Elements that do something when they are clicked. */
const ACTING = "button, a[href], summary, label, input, select, textarea, [role=button], dialog";
/** A finger that moves no farther has not left the element on purpose, and taps the same place again. */
const NEAR_PX = 24;

interface Press {
  on: Element;
  /** the words of the element when the press began */
  words: string;
  /** whether the element answers a question of a table */
  isAnswer: boolean;
  /** the time of the finger: a busy page handles it later */
  at: number;
  x: number;
  y: number;
}

/** A key that is held down, and the number of keys before it. */
interface Key {
  name: string;
  count: number;
  isRepeated: boolean;
}

let pointer: Press | null = null;
let key: Key | null = null;
let keys = 0;
/** the last accepted clicks: by a pointer, by a key */
let tapped: Press | null = null;
let typed: (Key & Press) | null = null;
/** the field of the label that was clicked last: the browser clicks it next */
let labelled: Element | null = null;
/** the element whose event is being handled */
let handled: Element | null = null;

/** Watch the whole page; return a function that ends it. */
export function watchPresses(): () => void {
  const over = new AbortController();
  const how = { capture: true, signal: over.signal };
  addEventListener("pointerdown", (event) => event.isPrimary && (pointer = aimed(pressOn(event))), how);
  addEventListener("pointercancel", () => (pointer = null), how);
  addEventListener("pointerup", forgetPointer, how);
  addEventListener("keydown", ({ key: name, repeat: isRepeated }) => {
    if (!isRepeated) keys += 1;
    key = { name, count: keys, isRepeated };
  }, how); // prettier-ignore
  addEventListener("keyup", () => setTimeout(() => (key = null)), how); // after the click of the space bar
  addEventListener("click", click, how);
  addEventListener("change", ({ target }) => handle(target as Element), how);
  addEventListener("submit", ({ submitter }) => submitter && handle(submitter), how);
  return () => over.abort();
}

/**
 * Mark the element whose click is being handled as busy, until the returned function is called.
 * Everything that sends a command calls it; a new button needs nothing of its own.
 */
export function busyUntil(): () => void {
  const element = handled;
  if (!element?.matches("button, select, input")) return () => {};
  element.setAttribute("aria-busy", "true");
  return () => element.removeAttribute("aria-busy");
}

function click(event: MouseEvent): void {
  const press = pressOn(event);
  const isOfLabel = press.on === labelled;
  labelled = null;
  const isAccepted = isOfLabel || (!isBusy(press.on) && (event.detail === 0 ? acceptKey(press) : acceptTap(press)));
  if (isAccepted) {
    if (press.on instanceof HTMLLabelElement) labelled = press.on.control;
    return handle(press.on);
  }
  event.preventDefault();
  event.stopPropagation();
}

/** Accept a click that ends on the element on which it began; else deliver it there. */
function acceptTap(press: Press): boolean {
  const began = pointer ?? press;
  const isElsewhere = began.on !== press.on && (isActing(began.on) || isActing(press.on));
  if (isElsewhere) {
    if (isNear(began, press) && isThere(began.on)) redirect(began);
    return false;
  }
  if (began.words !== press.words && isActing(press.on)) return false;
  if (tapped && isSecondTap(tapped, began, press)) return false;
  if (isActing(press.on)) tapped = press;
  return true;
}

/** Tell whether a press is the second of two quick ones at one place, and would do more than the first. */
function isSecondTap(first: Press, began: Press, press: Press): boolean {
  const isSecond = began.at - first.at < NEW_QUESTION_MS && isNear(first, press);
  return isSecond && (isOther(first, press) || isAnswered(first, press));
}

function redirect({ on, x, y }: Press): void {
  const how = { bubbles: true, cancelable: true, composed: true, detail: 1, clientX: x, clientY: y };
  on.dispatchEvent(new MouseEvent("click", how));
}

/** Accept a click by a key, or by assistive technology, which presses none. */
function acceptKey(press: Press): boolean {
  if (!key) return true;
  if (key.isRepeated) return false;
  const isSecond = typed?.name === key.name && typed.count === key.count - 1 && press.at - typed.at < NEW_QUESTION_MS;
  const areAnswers = typed?.isAnswer && press.isAnswer; // to several questions: the table guards them
  if (isSecond && ((isOther(typed!, press) && !areAnswers) || isAnswered(typed!, press))) return false;
  typed = { ...press, ...key };
  return true;
}

/** Tell whether a second press would act on another element than the first. */
function isOther(first: Press, second: Press): boolean {
  return first.on !== second.on && isActing(second.on);
}

/** Tell whether a second press would take back what the first one has sent; an element with `data-twice` takes two. */
function isAnswered(first: Press, second: Press): boolean {
  const { on } = second;
  return first.on === on && (on.matches("[data-once]") || (first.isAnswer && !on.matches("[data-twice]")));
}

function isBusy(element: Element): boolean {
  return element.getAttribute("aria-busy") === "true";
}

function isThere(element: Element): boolean {
  return element.isConnected && !element.matches(":disabled");
}

function isActing(element: Element): boolean {
  return element.matches(ACTING);
}

function isNear(one: Press, other: Press): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) <= NEAR_PX;
}

function pressOn({ target, clientX: x, clientY: y, timeStamp: at }: MouseEvent): Press {
  const hit = target instanceof Element ? target : document.body;
  const inside = hit.closest(ACTING);
  const on = inside?.matches("dialog") ? hit : (inside ?? hit); // only its backdrop acts
  return { on, words: wordsOf(on), isAnswer: on.matches(ACTS), at, x, y };
}

/** Return the press on the resting card below one that glides over it: the card in flight was not aimed at. */
function aimed(press: Press): Press {
  if (!press.on.matches(ACTS) || !isGliding(press.on)) return press;
  const resting = document.elementsFromPoint(press.x, press.y).find((one) => one.matches(ACTS) && !isGliding(one));
  return { ...press, on: resting ?? document.body, words: wordsOf(resting ?? document.body) };
}

/** Tell whether an element is on its way to its place: moved by an animation, and still far from it. */
function isGliding(element: Element): boolean {
  for (let one: Element | null = element; one && !one.matches("main"); one = one.parentElement) {
    const isMoved = one.getAnimations().some((motion) => motion.playState === "running" && !isStyled(motion));
    if (!isMoved) continue;
    const { m41, m42 } = new DOMMatrix(getComputedStyle(one).transform);
    const { width, height } = element.getBoundingClientRect();
    if (Math.abs(m41) > width / 4 || Math.abs(m42) > height / 4) return true;
  }
  return false;
}

/** Tell whether an animation is of the style sheets: a card that rises under the mouse is at its place. */
function isStyled(motion: Animation): boolean {
  return motion instanceof CSSTransition || motion instanceof CSSAnimation;
}

/** Return the words by which a person knows an element; a number in them may count down. */
function wordsOf(element: Element): string {
  if (!element.matches("button, a[href], [role=button]")) return "";
  const words = [element.getAttribute("href"), element.getAttribute("aria-label"), element.textContent];
  return words.join("\n").replace(/\d+/g, "");
}

/** Forget a press that is over, after the click that may follow. */
function forgetPointer(): void {
  const ended = pointer;
  setTimeout(() => pointer === ended && (pointer = null), CLICK_DELAY_MS);
}

/** Note which element an event is handled for, until all its handlers have run. */
function handle(element: Element): void {
  handled = element;
  setTimeout(() => handled === element && (handled = null));
}
