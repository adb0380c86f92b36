"""A server in a home where nothing was compiled yet."""

from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from tests.bots.tables import SEARCHER
from tests.server.hosting import Guest, Server

pytest.importorskip("numba")


@pytest.mark.nightly
def test_in_a_fresh_home_weak_bots_and_pages_wait_for_no_compiler_and_strong_bots_say_that_they_do(
    tmp_path: Path,
) -> None:
    told: list[str] = []

    def play_the_searcher(server: Server, made: dict[str, str]) -> None:
        with Guest(server, made) as guest:
            guest.ask("sit", seat=0, name="Anna")
            guest.ask("start", fill="searcher")
            while guest.view.get("winners") is None:
                if guest.legal:
                    move, guest.legal = guest.legal[0], []
                    guest.send("move", id=next(guest.ids), action=move)
                with suppress(TimeoutError):  # a slow machine compiles for minutes
                    if (heard := guest.hear())["type"] == "warming":
                        told.append("warming" if heard["seats"] else "warm")

    with Server(tmp_path, "--bot", SEARCHER, TOCTOC_CACHE=str(tmp_path / "cache")) as server:
        strong = Thread(target=play_the_searcher, args=(server, server.make("escalier", players=2)))
        strong.start()
        with server.http() as http:
            assert http.get("/").status_code == 200
        with Guest(server, server.make("escalier", players=2)) as guest:
            guest.ask("sit", seat=0, name="Berta")
            guest.ask("start", fill="petit-fantome")
            guest.play()
        assert "warm" not in told  # half a minute of compiling takes longer than a whole game of weak bots
        strong.join()
        code, _ = server.interrupt()
    assert told == ["warming", "warm"]
    assert code == 0
