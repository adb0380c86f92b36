"""One whole game of each kind in every engine, from the first tap to the result, without an error."""

import json
import random
import time
from math import inf
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.server.hosting import Server
from toctoc.cli.runs.site_server import HOST, site_server
from toctoc.core.registry import BUILT_IN
from toctoc.server.pages.site import write_site

from .engines import ENGINES, Engine, Missing, engine
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
        assert time.monotonic() < since + TAP_TIMEOUT_S, "nothing can be tapped"
        time.sleep(0.05)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_plays_whole_games_and_on_a_static_site(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    write_site(site)
    with Server(tmp_path) as server, site_server(site, port=0) as static:
        thread = Thread(target=static.serve_forever)
        thread.start()
        try:
            with engine(name, lambda: request.getfixturevalue("chromium")) as browser:
                for game in BUILT_IN:
                    browser.goto(f"{server.url}/play/{game}")
                    assert browser.evaluate(WATCH).startswith(("/play", "/t"))
                    assert play(browser, random.Random(game)) > 5, game
                browser.goto(f"http://{HOST}:{static.server_address[1]}/?page=play/escalier")
                browser.evaluate(WATCH)
                assert play(browser, random.Random(name), most=6) == 6
                assert "/t/local-" in browser.evaluate("location.pathname")
        except Missing as missing:
            pytest.skip(f"no games in {name}: {missing}")
        finally:
            static.shutdown()
            thread.join()
