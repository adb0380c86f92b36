"""Records the live regions of a page: every text, with its time."""

from itertools import accumulate
from typing import Any

from .person import Person

LISTEN = """() => {
  const LIVE = "[aria-live]:not([aria-live=off]), [role=status], [role=alert]";
  window.heard = [];
  const last = new WeakMap();
  const hear = (node) => {
    const region = (node instanceof Element ? node : node.parentElement)?.closest(LIVE);
    if (!region || region.closest("[aria-hidden=true]")) return;
    const text = region.innerText.trim();
    if (text === last.get(region)) return;
    last.set(region, text);
    const isUrgent = region.matches("[aria-live=assertive], [role=alert]");
    if (text) window.heard.push({ at: performance.now(), text, isUrgent, region: region.outerHTML.slice(0, 80) });
  };
  new MutationObserver((changes) => changes.forEach(({ target, addedNodes }) => {
    hear(target);
    for (const node of addedNodes) if (node instanceof Element) node.querySelectorAll(LIVE).forEach(hear);
  })).observe(document, { subtree: true, childList: true, characterData: true });
}"""


def listen(person: Person) -> None:
    """Begin to listen, on every page from now on."""
    person.page.add_init_script(f"({LISTEN})()")


def heard(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.page.evaluate("window.heard")
    return found


def words_in(text: str) -> int:
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def words_in_the_worst_minute(texts: list[dict[str, Any]]) -> int:
    """The most words that begin within one minute."""
    total: list[int] = [0, *accumulate(words_in(one["text"]) for one in texts)]
    times: list[float] = [one["at"] for one in texts]
    ends = [sum(at < start + 60_000 for at in times) for start in times]
    return max(total[end] - total[start] for start, end in enumerate(ends))
