"""Hints cost thinking time, which all tables share, and hold nothing that their seat may not know."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.server.harness import ServerHarness
from tests.server.test_one_visitor import BEN, Server, moves
from toctoc.bots import Decision, Reason
from toctoc.core.game import Event
from toctoc.core.match import Match
from toctoc.games.toctoctoc.words import Offer
from toctoc.server.bot_pools import hints
from toctoc.server.live.dispatch import receive
from toctoc.table import commands
from toctoc.table.game import LiveGame
from toctoc.table.log import Settings
from toctoc.table.messages import Hinted


def test_a_guest_gets_one_hint_at_a_time(tmp_path: Path) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2, {"memory_aid": True}, hints=True))
    harness.hub.services.hints.advise = lambda _table, _seat: lambda: Hinted("", "turn red", "count", {})
    harness.come("anna")
    harness.tell("anna", commands.Sit("sit", 0, "Anna"))
    harness.tell("anna", commands.Start("start", "petit-fantome"))
    harness.wait(4)
    harness.heard.clear()
    for number in range(3):  # before any of them is thought over
        receive(harness.live, harness.connections["anna"][0], commands.Hint(f"hint-{number}"))
    harness.settle()
    harness.tell("anna", commands.Hint("later"))
    heard = [json.loads(message) for _, _, message in harness.heard["anna"]]
    assert [message["id"] for message in heard if message["type"] == "hinted"] == ["hint-0", "later"]
    assert [message["code"] for message in heard if message["type"] == "refused"] == ["hint/thinking"] * 2


def test_H2_a_refused_hint_computes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = seated(tmp_path)
    assert harness.live.table.game is not None
    match, hints = harness.live.table.game.match, harness.hub.services.hints
    collected: list[int] = []
    history = LiveGame.history

    def counted(game: LiveGame, seat: int) -> list[Event]:
        collected.append(seat)
        return history(game, seat)

    monkeypatch.setattr(LiveGame, "history", counted)
    monkeypatch.setattr(Match, "history", replays)
    asked, other = sorted(("anna", "berta"), key=lambda guest: guest != ("anna", "berta")[match.actors[0]])

    def codes(*guests: str) -> list[str]:
        harness.heard.clear()
        for number, guest in enumerate(guests):
            receive(harness.live, harness.connections[guest][0], commands.Hint(f"hint-{number}"))
        harness.settle()
        heard = [json.loads(message) for guest in set(guests) for _, _, message in harness.heard.get(guest, [])]
        return [message.get("code", message["type"]) for message in heard]

    assert codes(other) == ["hint/not-now"]
    hints.has_budget = lambda _address: False
    assert codes(asked) == ["hint/too-many"]
    assert collected == []
    hints.has_budget = lambda _address: True
    assert codes(asked, asked) == ["hint/thinking", "hinted"]
    assert collected == [match.actors[0]], "one hint is thought of"


def replays(_match: Match, _seat: int) -> list[Event]:
    raise AssertionError("the table keeps the events of its seats: no game is replayed for a hint")


def seated(tmp_path: Path) -> ServerHarness:
    """Anna and Berta at a table with a bot."""
    harness = ServerHarness(tmp_path, "toctoctoc", Settings(3, hints=True))
    for seat, guest in enumerate(("anna", "berta")):
        harness.come(guest)
        harness.tell(guest, commands.Sit(f"sit {guest}", seat, guest.title()))
    harness.tell("anna", commands.Start("start", "petit-fantome"))
    harness.wait(4)
    return harness


def test_only_the_requesting_guest_receives_the_hint_and_its_reason(tmp_path: Path) -> None:
    harness = seated(tmp_path)
    said = Hinted("", "offer taxi to 1", "offer-open", {"to": 1, "percent": 42})
    harness.hub.services.hints.advise = lambda _table, _seat: lambda: said
    assert harness.live.table.game is not None
    asked = ("anna", "berta")[harness.live.table.game.match.actors[0]]
    harness.heard.clear()
    harness.tell(asked, commands.Hint("hint"))
    heard = {
        guest: [message for _, _, message in all_of_it if b"hinted" in message]
        for guest, all_of_it in harness.heard.items()
    }
    assert {guest: len(messages) for guest, messages in heard.items() if messages} == {asked: 1}
    assert json.loads(heard[asked][0]) == {
        "type": "hinted", "id": "hint", "action": "offer taxi to 1", "reason": "offer-open",
        "params": {"to": 1, "percent": 42},
    }  # fmt: skip


def test_T23_a_hint_uses_only_the_knowledge_of_its_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = seated(tmp_path)
    assert harness.live.table.game is not None
    match = harness.live.table.game.match
    seat = match.actors[0]

    class Shown:
        """The game, as far as the seat may look at it."""

        game, players, options, steps = match.game, match.players, match.options, match.steps

        def __getattr__(self, name: str) -> Any:
            def of_the_seat(other: int) -> Any:
                assert (name in ("history", "view", "legal"), other) == (True, seat)
                return getattr(match, name)(seat)

            return of_the_seat

    chances = (Offer("taxi", 1), 0.414), (Offer("taxi", 2), 0.33)
    decision = Decision(Offer("taxi", 1), Reason("offer-open", {"to": 1, "percent": 42}), None, chances)
    given: list[Any] = []

    def hint(*shown: Any, plain: bool) -> Decision:
        given.extend(shown)
        return decision

    monkeypatch.setattr(hints, "hint", hint)
    table: Any = SimpleNamespace(game=SimpleNamespace(match=Shown(), history=Shown().history))
    assert hints.advise(table, seat)() == Hinted(
        "",
        "offer taxi to 1",
        "offer-open",
        {"to": 1, "percent": 42},
        {"offer taxi to 1": 41, "offer taxi to 2": 33},
    )
    chair, *shown = given
    assert chair.seat == seat
    assert [list(shown[0]), *shown[1:]] == [list(match.history(seat)), match.view(seat), match.legal(seat)]


def test_a_bot_that_sits_down_replays_the_game_in_its_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replays: list[int | None] = []
    history = Match.history

    def counted(match: Match, seat: int | None) -> list[Event]:
        replays.append(seat)
        return history(match, seat)

    monkeypatch.setattr(Match, "history", counted)
    server = Server(tmp_path)
    live = server.open_table(1, BEN, "petit-fantome")
    while not server.quick.begun:
        server.wait(0.1)
    assert replays == [], "the event loop replays no game"
    server.finish(server.quick)
    server.wait(2)
    assert moves(live) == 1
    assert len(replays) == 1
