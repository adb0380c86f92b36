"""A big screen in the room has no seat, whoever opened it: it is sent what strangers are, and nothing else."""

import re
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.conftest import Report
from tests.scale import spread
from tests.server.local_server import CODE, TABLE
from tests.server.socket_harness import SocketHarness, identity
from toctoc.core.registry import GAMES
from toctoc.server.security.limits import Limits
from toctoc.table import commands
from toctoc.table.log import DailyDeal, Settings
from toctoc.table.snap import Latency

MOST_DEEDS = 3_000  # of a whole game


def open_line(harness: SocketHarness, name: str, query: str, place: str = CODE) -> None:
    """Connect without the ways of `come`: with this query, and under a name of the test's own."""
    address = f"ws://127.0.0.1:{harness.port}/api/tables/{place}/ws?{query}"
    socket = harness.open.enter_context(connect(address, compression=None, proxy=None))
    harness.sockets[name] = [socket]
    harness.tell(name, commands.Hello(commands.PROTOCOL))


def open_screen(harness: SocketHarness, device: str, name: str = "screen") -> None:
    """Open the big screen in the browser of `device`, whose token it sends like every page."""
    open_line(harness, name, f"token={harness.access.keys.seat_token(TABLE, identity(device))}&screen=1")


def screen_link(harness: SocketHarness, guest: str) -> str:
    """Return the code with its key in the link for a television that `guest` is shown."""
    token = harness.access.keys.seat_token(TABLE, identity(guest))
    link = httpx.get(
        f"http://127.0.0.1:{harness.port}/api/tables/{CODE}/screen",
        headers={"Authorization": f"Bearer {token}"}, trust_env=False,
    ).json()["link"]  # fmt: skip
    place = re.search(rf"/t/({CODE}-[a-z2-7]+)/screen$", link)
    assert place
    return place[1]


def sent_to(harness: SocketHarness, name: str) -> list[bytes]:
    """Return all messages to that line, without the answers to the harness's own questions."""
    return [message for _, _, message in harness.heard[name] if b'"barrier"' not in message]


def decoded(harness: SocketHarness, name: str) -> list[dict[str, Any]]:
    return [msgspec.json.decode(message) for message in sent_to(harness, name)]


@pytest.fixture(autouse=True)
def _no_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    """No message of a line's own, which is measured and differs."""
    monkeypatch.setattr("toctoc.server.transport.websocket.CHECK_SECONDS", 3_600.0)
    monkeypatch.setattr(Latency, "measured", lambda _line, _milliseconds: None)


def test_a_big_screen_says_that_it_has_shown_the_last_cards(tmp_path: Path) -> None:
    """What a screen has shown says nothing of the seat of the browser's player."""
    harness = SocketHarness(tmp_path, "chocottes", Settings(2, {"start": "creator"}))
    harness.come("anna")
    harness.tell("anna", commands.Sit("sit", 0, "Anna"))
    open_screen(harness, "anna")
    harness.tell("screen", commands.Shown(1))
    reveals = harness.live.table.reveals
    reveals._public = 2
    assert reveals.is_screen_late()
    assert not reveals._finished
    harness.go("screen")
    assert harness.live.screens == 0
    assert not reveals.is_screen_late()


@pytest.mark.parametrize("game", spread(GAMES, 2))
def test_a_player_s_big_screen_receives_the_bytes_of_a_spectator(
    game: str, tmp_path: Path, report: Report
) -> None:
    players, rng = min(GAMES[game].players), Random(game)
    harness = SocketHarness(tmp_path, game, Settings(players, {"start": "creator"}))
    harness.come("anna")
    harness.tell("anna", commands.Sit("sit", 0, "Anna"))
    open_screen(harness, "anna")
    open_line(harness, "stranger", "")
    for seat in range(1, players):
        harness.tell("anna", commands.Bot(f"bot {seat}", seat, "petit-fantome"))
    harness.tell("anna", commands.Start("start"))
    for deed in range(MOST_DEEDS):
        table = harness.live.table
        if table.state.stage == "over":
            break
        assert table.game is not None
        if 0 in table.game.match.actors:
            legal = table.game.legal(0)
            longer = [action for action in legal if action != "knock" or deed % 4 == 0]
            action = rng.choice(longer or legal)
            harness.tell("anna", commands.Move(f"move {deed}", action))
        harness.wait(1)
    assert harness.live.table.state.stage == "over"
    screen, stranger = sent_to(harness, "screen"), sent_to(harness, "stranger")
    assert screen == stranger
    assert all(not message.get("own") and not message.get("seats") for message in decoded(harness, "screen")
               if message["type"] in ("welcome", "update"))  # fmt: skip
    if game != "escalier":  # where nothing is private
        assert any(message.get("own") for message in decoded(harness, "anna")), "nothing private was sent"
    report(f"bytes to a big screen compared, {game}", sum(map(len, screen)))


def test_clients_learn_of_a_big_screen_and_of_its_end(tmp_path: Path) -> None:
    harness = SocketHarness(tmp_path, "escalier", Settings(2))
    harness.come("anna")
    open_screen(harness, "anna")
    open_line(harness, "second", "screen=1", screen_link(harness, "anna"))
    harness.come("zoe")
    harness.go("second")
    harness.go("screen")
    told = [message["screens"] for message in decoded(harness, "anna") if message["type"] == "screens"]
    assert told == [1, 2, 1, 0]
    assert decoded(harness, "zoe")[0]["screens"] == 2
    assert "screens" not in decoded(harness, "anna")[0]


def test_a_stranger_s_screen_changes_nothing_on_the_phones_of_the_players(tmp_path: Path) -> None:
    """Whoever knows the code or the link of a table may watch; only its players name a television theirs."""
    harness = SocketHarness(tmp_path, "escalier", Settings(2))
    harness.come("anna")
    harness.tell("anna", commands.Sit("sit", 0, "Anna"))
    harness.come("zoe")
    shown_to_zoe = screen_link(harness, "zoe")
    assert shown_to_zoe == f"{CODE}-{harness.live.key}"
    open_line(harness, "screen", "screen=1")
    open_line(harness, "second", "screen=1", shown_to_zoe)
    open_screen(harness, "zoe", "third")
    assert harness.live.screens == 0
    harness.tell("screen", commands.Shown(1))  # as the page of a television does
    assert not any(message["type"] in ("screens", "refused") for name in ("anna", "screen")
                   for message in decoded(harness, name))  # fmt: skip
    assert decoded(harness, "second")[0]["seats"] == decoded(harness, "third")[0]["seats"] == []
    with pytest.raises(InvalidStatus, match="404"):
        open_line(harness, "guessed", "screen=1", f"{CODE}-aaaaaa")


def test_a_screen_is_neither_a_visitor_nor_present(tmp_path: Path) -> None:
    harness = SocketHarness(tmp_path, "escalier", Settings(2))
    harness.come("anna")
    table = harness.live.table
    open_screen(harness, "anna")
    assert table.visitors() == []
    assert list(table.presence.connections) == [identity("anna")]
    open_line(harness, "stranger", "")
    assert len(table.visitors()) == 1
    harness.go("screen")
    assert len(table.visitors()) == 1
    assert identity("anna") in table.presence.connections


def test_the_screen_of_a_player_is_admitted_where_no_stranger_is(tmp_path: Path) -> None:
    """Its browser opens the door, as for the player: at a full table, and for one's own try of a daily deal."""
    harness = SocketHarness(tmp_path, "escalier", Settings(2))
    harness.access.limits = Limits(spectators_per_table=1)
    harness.come("anna")
    harness.tell("anna", commands.Sit("sit", 0, "Anna"))
    with pytest.raises(InvalidStatus, match="503"):
        open_line(harness, "stranger", "screen=1")
    open_screen(harness, "anna")
    harness.access.limits = Limits()
    harness.live.table.state.daily = DailyDeal("2026-10-31", "d", 0, 0)
    with pytest.raises(InvalidStatus, match="403"):
        open_line(harness, "stranger", "screen=1")
    open_screen(harness, "anna", "second")
    assert decoded(harness, "second")[0]["seats"] == []
