"""Watch a page and all that is in it: is every card there one that its player may know?"""

import json
from time import monotonic
from typing import Any

from .known_cards import CARDS, Knowledge, is_told, pictured, spoken_of
from .person import Person

# Beside the page's own ears: what it hears and says, and when, to be looked at together with the screen; and how
# late its timers are.
EAR = """
  window.ear = { heard: [], said: [], lag: 0 };
  let last = performance.now();
  setInterval(() => {
    ear.lag = Math.max(ear.lag, performance.now() - last - 100);
    last = performance.now();
  }, 100);
  const hear = (text) => ear.heard.push([performance.now(), JSON.parse(text)]);
  const say = (text) => ear.said.push([performance.now(), JSON.parse(text)]);
  window.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => hear(data));
    }
    send(data) {
      say(data);
      super.send(data);
    }
  };
  window.Worker = class extends Worker {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => data.is === "message" && hear(data.text));
    }
    postMessage(data) {
      if (data.is === "send") say(data.text);
      super.postMessage(data);
    }
  };
"""
# Everything in the page: pictures wherever they are named, texts with labels, and what only programs read.
SCREEN = """() => {
  const addresses = [], texts = new Set([document.title]), told = new Set(), marks = new Map();
  for (const element of document.querySelectorAll("*")) {
    if (element.closest("script, style, [data-testid=aid]")) continue;  // the aid has all cards, always the same
    for (const { name, value } of element.attributes) {
      if (/^(src|srcset|href|style|poster|data)$/.test(name)) addresses.push(value);
      else if (/^(alt|title|placeholder|content|value|aria-.*)$/.test(name)) texts.add(value);
      else if (name.startsWith("data-")) marks.set(`${name}=${value}`, [name, value]);
    }
    const words = element.closest(".history") ? told : texts;
    for (const node of element.childNodes) if (node.nodeType !== 1 && node.data.trim()) words.add(node.data);
  }
  const stored = { ...localStorage, ...sessionStorage };
  const heard = window.ear?.heard.splice(0) ?? [], said = window.ear?.said.splice(0) ?? [];
  const isClosed = document.querySelector(".curtain") !== null;
  const tags = [...document.querySelectorAll("main [data-seat]")];
  const you = isClosed ? undefined : tags.find((tag) => tag.textContent.includes("(you)"))?.dataset.seat;
  const seen = { addresses, texts: [...texts], told: [...told], marks: [...marks.values()], stored };
  const when = { now: performance.now(), lag: window.ear?.lag ?? 0 };
  return { ...when, seat: you ? Number(you) : null, heard, said, ...seen };
}"""


MOMENT = 0.2  # seconds
NUMBERS = (
    "data-seat", "data-speaker", "data-house", "data-sum", "data-count", "data-others", "data-action", "data-actor"
)  # fmt: skip


class PageWatcher:
    """Checks a person's page again and again for cards that the person may not know."""

    def __init__(self, person: Person, game: str, seat: int) -> None:
        self.person, self.game = person, game
        self.knows = Knowledge(game, seat)
        self.looks = 0
        self.last = (0, 0.0)

    def hear(self, screen: dict[str, Any]) -> None:
        self.knows.lag = max(self.knows.lag, screen["lag"])
        for at, message in screen["heard"]:
            self.knows.hear(at, message)
        for at, message in screen["said"]:
            self.knows.say(at, message)

    def is_due(self) -> bool:
        """Whether something has happened since the last look, or a moment has passed."""
        heard, now = len(self.person.heard), monotonic()
        is_due = heard > self.last[0] or now > self.last[1] + MOMENT
        self.last = (heard, now) if is_due else self.last
        return is_due

    def look(self) -> None:
        screen = self.person.page.evaluate(SCREEN)
        self.hear(screen)
        if not self.knows.view or self.knows.view["phase"] == "over":
            return
        self.looks += 1
        self.check(screen)

    def check(self, screen: dict[str, Any]) -> None:
        now, name = screen["now"], self.person.name
        names, marks = self.knows.names(now), self.knows.marks(now)
        extra = pictured(screen["addresses"], self.game) - self.knows.pictures(now)
        assert not extra, f"{name} sees {dict(extra)}"
        for text in screen["texts"]:
            unlawful = spoken_of(text, self.game) - names
            assert not unlawful, f"{name} reads of {unlawful}: {text}"
        for text in screen["told"]:
            unlawful = spoken_of(text, self.game) - self.knows.history()
            assert not unlawful, f"{name} reads back {unlawful}: {text}"
        for mark, value in screen["marks"]:
            unlawful = marked(mark, value, self.game) - marks
            assert not unlawful, f"a program at {name}'s page reads {unlawful}: {mark}={value}"
        for key, value in screen["stored"].items():
            assert is_public(key, value, self.game), f"{name}'s browser keeps {key}: {value}"


def marked(mark: str, value: str, game: str) -> set[str]:
    """The cards that an attribute for programs names; those that hold other numbers are known."""
    if mark in NUMBERS:
        return set()
    return {card for card in CARDS[game] if card in value.split(" ")}


def is_public(key: str, value: str, game: str) -> bool:
    """Tell whether a device stores no cards but the public history (T23; C27: of rounds that ended)."""
    if key.startswith("toctoc:history:"):
        return all(is_told(event, game) for event in json.loads(value))
    return not any(f'"{card}"' in value for card in CARDS[game])
