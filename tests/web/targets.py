"""The targets of taps: their size, and whether they are visible as a whole."""

from typing import Any

from .person import Person

# A link in a sentence is as high as its line (WCAG 2.5.8 says so, too); of a box to tick the words belong to it.
TARGETS = """(least) => {
  const all = "button, a, input, select, summary, textarea, [role=button]";
  const isLine = (one) => one.matches(".number a") // of a clause: it only says where one is
    || (one.matches("a:not(.button)") && getComputedStyle(one).display === "inline");
  const areaOf = (one) => one.matches("[type=checkbox], [type=radio]") ? one.closest("label") ?? one : one;
  const top = document.querySelector("dialog[open]:last-of-type") ?? document;
  const found = [];
  for (const one of top.querySelectorAll(all)) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.matches(".unseen")) continue;
    if (isLine(one) || one.matches(":disabled, [aria-disabled=true], [inert] *, [tabindex='-1']")) continue;
    const { width, height, left, right } = areaOf(one).getBoundingClientRect();
    if (width === 0) continue;
    const name = one.getAttribute("aria-label") || one.innerText || one.outerHTML.slice(0, 60);
    const needed = one.closest("main") ? least.main : least.rest;
    const what = `${name.trim().slice(0, 40)} (${one.tagName.toLowerCase()}.${one.className})`;
    if (Math.min(width, height) < needed - 0.5)
      found.push(`${what} is ${Math.round(width)} x ${Math.round(height)}`);
    if (left < -1 || right > innerWidth + 1) found.push(`${what} is cut: from ${left} to ${right}`);
  }
  return found;
}"""

# Names and titles whose end is not seen, though there is room for it.
CUT_NAMES = """() => [...document.querySelectorAll(".tag .name, h1, h2, .button")]
  .filter((one) => one.checkVisibility() && !one.matches(".unseen"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.className}: ${one.innerText} needs ${one.scrollWidth} and has ${one.clientWidth}`)"""


def too_small(person: Person, main: int = 44, rest: int = 44) -> list[str]:
    """Return targets smaller than a fingertip, in pixels, in the main part and elsewhere; or partly off the
    screen.
    """
    for _ in range(40):
        found: list[str] = person.page.evaluate(TARGETS, {"main": main, "rest": rest})
        if not found:
            break
        person.page.wait_for_timeout(300)  # what just moves or grows may be anything: only what stays counts
    return found


def cut_names(person: Person) -> list[Any]:
    found: list[Any] = person.page.evaluate(CUT_NAMES)
    return found
