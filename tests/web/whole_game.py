"""A whole game in any engine, by real taps: from the page of a table to the result, without an error."""

import json
import random
import time
from math import inf
from typing import Any

from .engines import Engine
from .person import TAPPABLE, TAPS, WEIGHTS

TAP_TIMEOUT_S = 120.0  # without anything to tap, and without an end
WATCH = """(() => {
  window.complaints = [];
  addEventListener("error", ({ message }) => window.complaints.push(message));
  addEventListener("unhandledrejection", ({ reason }) => window.complaints.push(String(reason)));
  return location.pathname;
})()"""
LOOK = f"""(() => ({{
  isOver: document.querySelector("#result") !== null,
  there: ({TAPPABLE})({json.dumps(TAPS)}),
  complaints: window.complaints ?? [],
}}))()"""


def play(browser: Engine, dice: random.Random, most: float = inf) -> int:
    """Tap any legal action, until there is a result or as often as `most`; return the number of taps."""
    taps, since = 0, time.monotonic()
    while True:
        seen: dict[str, Any] = browser.evaluate(LOOK)
        assert seen["complaints"] == []
        if seen["isOver"] or taps >= most:
            return taps
        if seen["there"]:
            weights = [WEIGHTS.get(one["action"].split(" ")[0], 1.0) for one in seen["there"]]
            chosen = dice.choices(seen["there"], weights)[0]
            browser.click(chosen["x"], chosen["y"])
            taps, since = taps + 1, time.monotonic()
        if time.monotonic() > since + TAP_TIMEOUT_S:
            shown = browser.evaluate("document.body.innerText")
            raise AssertionError(f"nothing can be tapped after {taps} taps; the page says: {shown}")
        time.sleep(0.05)
