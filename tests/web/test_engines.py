"""One whole game of each kind in every engine, from the first tap to the result, without an error."""

import random
from pathlib import Path
from threading import Thread

import pytest

from tests.server.hosting import Server
from toctoc.cli.commands.site.server import HOST, site_server
from toctoc.core.registry import BUILT_IN
from toctoc.server.pages.site import write_site

from .engines import ENGINES, Missing, engine
from .whole_game import WATCH, play


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
