"""A bot with the seat's knowledge stands in for an absent player, who has the seat back at once."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from tests.table.harness import TableHarness, make_player
from toctoc import record
from toctoc.bots import usual_opponent
from toctoc.core.game import Action, Event, Game, Move, View
from toctoc.core.match import Match
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table.bots import BotDecision, BotPlayer
from toctoc.table.scheduler import Scheduler

MEMORY = [name for name, game in GAMES.items() if game.is_memory]


def at_play(game: str, seed: int = 1, moves: int = 0) -> TableHarness:
    harness = TableHarness.of(game, 3)
    harness.sit("anna", "bob", "eve")
    harness.start()
    harness.play_on(Random(seed).choice, steps=moves)
    return harness


def others_play(harness: TableHarness, steps: int, seed: int = 1) -> None:
    harness.play_on(Random(seed).choice, steps=steps)


@pytest.mark.parametrize("game", GAMES)
def test_after_a_grace_time_a_stand_in_plays_and_others_see_the_badge(game: str) -> None:
    harness = at_play(game)
    harness.go("bob")
    harness.wait(19_999)
    assert "away" not in harness.seats[1]
    harness.wait(1)
    assert harness.seats[1]["away"]
    assert harness.heard["anna"][-1]["public"]["lobby"]["seats"][1]["away"]
    others_play(harness, 40)
    assert {move.by for move in harness.moves if move.seat == 1} == {"stand-in"}
    assert {move.by for move in harness.moves if move.seat != 1} == {"player"}


def test_a_return_within_the_grace_leaves_no_absence() -> None:
    harness = at_play("escalier")
    harness.go("bob")
    harness.wait(19_000)
    harness.back("bob")
    harness.wait(60_000)
    assert "away" not in harness.seats[1]


def test_a_second_tab_keeps_a_player_here() -> None:
    harness = at_play("escalier")
    harness.come("bob")
    harness.go("bob")
    harness.wait(60_000)
    assert "away" not in harness.seats[1]


@pytest.mark.parametrize("game", GAMES)
def test_the_player_has_the_seat_back_at_once(game: str) -> None:
    harness = at_play(game)
    harness.go("anna")
    harness.wait(20_000)  # a stand-in thinks about the first move
    harness.think()
    told = harness.back("anna")
    assert "away" not in harness.seats[0]
    view = harness.match.view(None)
    assert told["recap"] == [{"seat": 0, "moves": 0, "scores": list(view.scores), "turn": view.active}]
    assert told["own"][0]["legal"]
    lines = len(harness.log)
    harness.wait(60_000)
    assert len(harness.log) == lines  # the stand-in's plan came to nothing
    harness.move("anna", told["own"][0]["legal"][0])
    assert [move.by for move in harness.moves if move.seat == 0] == ["player"]


@pytest.mark.parametrize("game", GAMES)
def test_a_recap_lists_moves_and_in_memory_games_no_missed_cards(game: str) -> None:
    harness = at_play(game, moves=6)
    version = harness.table.state.version
    harness.go("bob")
    harness.wait(20_000)
    others_play(harness, 30)
    told = harness.back("bob", since=version)
    done = sum(move.by == "stand-in" for move in harness.moves)
    view = harness.match.view(None)
    assert done > 0
    assert told["recap"] == [{"seat": 1, "moves": done, "scores": list(view.scores), "turn": view.active}]
    missed = told.get("missed", [])
    if game in MEMORY:
        assert missed == []
    else:
        heard = [
            u["version"] for u in harness.heard["anna"] if u["public"].get("events") and u["version"] > version
        ]
        assert [m["version"] for m in missed] == heard[-64:]
    assert harness.welcome("bob").get("recap") is None
    assert harness.table.state.seats[1].stood_in == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_reconnecting_player_receives_missed_events_once(game: str) -> None:
    harness = at_play(game, moves=6)
    version = harness.table.state.version
    harness.go("bob")
    for seat in harness.match.actors:
        if seat != 1:
            harness.move(("anna", "bob", "eve")[seat], str(harness.match.legal(seat)[0]))
            break
    told = harness.back("bob", since=version)
    assert [m["version"] for m in told.get("missed", [])] == list(
        range(version + 1, harness.table.state.version + 1)
    )
    assert harness.welcome("bob", harness.table.state.version).get("missed") is None


# --- what a stand-in knows ---------------------------------------------------------------------------------------


class Listening:
    """A player who notes everything that it is given."""

    def __init__(self, inner: BotPlayer, seat: int) -> None:
        self.inner, self.seat = inner, seat
        self.heard: list[Event] = []
        self.asked: list[tuple[int, View, tuple[Action, ...]]] = []

    def observe(self, event: Event) -> None:
        self.heard.append(event)
        self.inner.observe(event)

    @property
    def searches(self) -> bool:
        return self.inner.searches

    @property
    def is_quick(self) -> bool:
        return self.inner.is_quick

    def decide(self, view: View, legal: Sequence[Action], at_once: bool = False) -> BotDecision:
        self.asked.append((len(self.heard), view, tuple(legal)))
        return self.inner.decide(view, legal, at_once)


@pytest.mark.parametrize("game", GAMES)
def test_a_stand_in_knows_only_the_events_of_its_seat(game: str) -> None:
    made: list[Listening] = []

    def listening(
        name: str, game: Game, players: int, options: Mapping[str, Any], seat: int, seed: int
    ) -> BotPlayer:
        made.append(Listening(make_player(name, game, players, options, seat, seed), seat))
        return made[-1]

    harness = at_play(game, moves=10)
    harness.scheduler = Scheduler(listening, usual_opponent, Random(1))
    harness.go("bob")
    harness.wait(20_000)
    others_play(harness, 30, seed=2)
    (stand_in,) = made
    assert stand_in.seat == 1
    assert stand_in.asked
    shown = harness.match.history(1)
    assert stand_in.heard == shown[: len(stand_in.heard)]
    for heard, view, legal in stand_in.asked:
        assert (view, legal) == seen_after(harness.match, 1, heard)


def seen_after(match: Match, seat: int, events: int) -> tuple[View, tuple[Action, ...]]:
    """What a seat is shown, and may do, once it has heard so many events."""
    again = Match(match.game, match.players, match.options)
    heard: list[Event] = []
    again.listen(seat, heard.append)
    for step in match.steps:
        if len(heard) == events and not again.chance_awaited:
            break
        if isinstance(step, Move):
            again.play(step.seat, step.action, step.by)
        else:
            again.take_chance(step.outcome)
    return again.view(seat), again.legal(seat)


# --- nobody is left ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_table_sleeps(game: str) -> None:
    harness = TableHarness.of(game, clock="fast")
    harness.sit("anna")
    harness.start(fill="apprenti")
    harness.go("anna")
    lines = len(harness.log)
    assert harness.scheduler.next(harness.table) is None
    assert list(harness.scheduler.decision_requests(harness.table, 10**9)) == []
    harness.scheduler.wake(harness.table, 10**9)
    harness.note()
    assert len(harness.log) == lines


def test_a_player_missing_after_a_restart_becomes_absent() -> None:
    harness = at_play("toctoctoc", moves=5)
    harness.table = harness.again()
    harness.at = harness.table.state.at
    harness.come("anna")
    harness.wait(19_999)
    assert "away" not in harness.seats[1]
    harness.wait(1)
    assert [seat.get("away", False) for seat in harness.seats] == [False, True, True]
    harness.play_on(Random(3).choice)
    record.verify(record.read(harness.records[-1]))


def test_away_survives_a_restart() -> None:
    harness = at_play("escalier", moves=5)
    harness.go("bob")
    harness.wait(30_000)
    harness.table = harness.again()
    assert harness.seats[1]["away"]
    assert harness.back("bob")["recap"]
    assert "away" not in harness.seats[1]


def test_the_lobby_has_no_stand_ins() -> None:
    harness = TableHarness.of("escalier")
    harness.sit("anna", "bob")
    harness.go("bob")
    harness.wait(100_000)
    assert "away" not in harness.seats[1]
    harness.ask("anna", c.Start("s"))
    harness.wait(0)
    assert harness.seats[1]["away"]
