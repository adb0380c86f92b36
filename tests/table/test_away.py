"""Whoever is away is stood in for by a bot that knows what the seat was shown, and has the seat back at once."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from tests.table.desk import Desk, make_player
from toctoc import record
from toctoc.games.game import Action, Event, Game, Move, View
from toctoc.games.match import Match
from toctoc.games.registry import GAMES
from toctoc.table import commands as c
from toctoc.table.bots import Decision, Player
from toctoc.table.scheduler import Scheduler

MEMORY = [name for name, game in GAMES.items() if game.is_memory]


def at_play(game: str, seed: int = 1, moves: int = 0) -> Desk:
    desk = Desk.of(game, 3)
    desk.sit("anna", "bob", "eve")
    desk.start()
    desk.play_on(Random(seed).choice, steps=moves)
    return desk


def others_play(desk: Desk, steps: int, seed: int = 1) -> None:
    desk.play_on(Random(seed).choice, steps=steps)


@pytest.mark.parametrize("game", GAMES)
def test_after_a_grace_time_a_stand_in_plays_and_others_see_the_badge(game: str) -> None:
    desk = at_play(game)
    desk.go("bob")
    desk.wait(19_999)
    assert "away" not in desk.seats[1]
    desk.wait(1)
    assert desk.seats[1]["away"]
    assert desk.heard["anna"][-1]["public"]["lobby"]["seats"][1]["away"]
    others_play(desk, 40)
    assert {move.by for move in desk.moves if move.seat == 1} == {"stand-in"}
    assert {move.by for move in desk.moves if move.seat != 1} == {"player"}


def test_who_is_back_within_the_grace_time_was_never_away() -> None:
    desk = at_play("escalier")
    desk.go("bob")
    desk.wait(19_000)
    desk.back("bob")
    desk.wait(60_000)
    assert "away" not in desk.seats[1]


def test_a_second_tab_keeps_a_player_here() -> None:
    desk = at_play("escalier")
    desk.come("bob")
    desk.go("bob")
    desk.wait(60_000)
    assert "away" not in desk.seats[1]


@pytest.mark.parametrize("game", GAMES)
def test_the_player_has_the_seat_back_at_once(game: str) -> None:
    desk = at_play(game)
    desk.go("anna")
    desk.wait(20_000)  # a stand-in thinks about the first move
    desk.think()
    told = desk.back("anna")
    assert "away" not in desk.seats[0]
    view = desk.match.view(None)
    assert told["recap"] == [{"seat": 0, "moves": 0, "scores": list(view.scores), "turn": view.active}]
    assert told["own"][0]["legal"]
    lines = len(desk.log)
    desk.wait(60_000)
    assert len(desk.log) == lines  # the stand-in's plan came to nothing
    desk.move("anna", told["own"][0]["legal"][0])
    assert [move.by for move in desk.moves if move.seat == 0] == ["player"]


@pytest.mark.parametrize("game", GAMES)
def test_a_recap_says_what_was_done_and_in_memory_games_nothing_that_was_missed(game: str) -> None:
    desk = at_play(game, moves=6)
    version = desk.table.s.version
    desk.go("bob")
    desk.wait(20_000)
    others_play(desk, 30)
    told = desk.back("bob", since=version)
    done = sum(move.by == "stand-in" for move in desk.moves)
    view = desk.match.view(None)
    assert done > 0
    assert told["recap"] == [{"seat": 1, "moves": done, "scores": list(view.scores), "turn": view.active}]
    missed = told.get("missed", [])
    if game in MEMORY:
        assert missed == []
    else:
        heard = [u["version"] for u in desk.heard["anna"] if u["public"].get("events") and u["version"] > version]
        assert [m["version"] for m in missed] == heard[-64:]
    assert desk.welcome("bob").get("recap") is None
    assert desk.table.s.seats[1].stood_in == 0


@pytest.mark.parametrize("game", GAMES)
def test_who_was_gone_for_a_moment_gets_what_happened_once(game: str) -> None:
    desk = at_play(game, moves=6)
    version = desk.table.s.version
    desk.go("bob")
    for seat in desk.match.actors:
        if seat != 1:
            desk.move(("anna", "bob", "eve")[seat], str(desk.match.legal(seat)[0]))
            break
    told = desk.back("bob", since=version)
    assert [m["version"] for m in told.get("missed", [])] == list(range(version + 1, desk.table.s.version + 1))
    assert desk.welcome("bob", desk.table.s.version).get("missed") is None


# --- what a stand-in knows ---------------------------------------------------------------------------------------


class Listening:
    """A player who notes everything that it is given."""

    def __init__(self, inner: Player, seat: int) -> None:
        self.inner, self.seat = inner, seat
        self.heard: list[Event] = []
        self.asked: list[tuple[int, View, tuple[Action, ...]]] = []

    def hear(self, event: Event) -> None:
        self.heard.append(event)
        self.inner.hear(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Decision:
        self.asked.append((len(self.heard), view, tuple(legal)))
        return self.inner.decide(view, legal)


@pytest.mark.parametrize("game", GAMES)
def test_a_stand_in_knows_only_what_its_seat_was_shown(game: str) -> None:
    made: list[Listening] = []

    def listening(name: str, game: Game, players: int, options: Mapping[str, Any], seat: int, seed: int) -> Player:
        made.append(Listening(make_player(name, game, players, options, seat, seed), seat))
        return made[-1]

    desk = at_play(game, moves=10)
    desk.scheduler = Scheduler(listening, Random(1))
    desk.go("bob")
    desk.wait(20_000)
    others_play(desk, 30, seed=2)
    (stand_in,) = made
    assert stand_in.seat == 1
    assert stand_in.asked
    shown = desk.match.history(1)
    assert stand_in.heard == shown[: len(stand_in.heard)]
    for heard, view, legal in stand_in.asked:
        assert (view, legal) == seen_after(desk.match, 1, heard)


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
def test_a_table_where_nobody_is_left_sleeps(game: str) -> None:
    desk = Desk.of(game, clock="fast")
    desk.sit("anna")
    desk.start(fill="apprenti")
    desk.go("anna")
    lines = len(desk.log)
    assert desk.scheduler.next(desk.table) is None
    assert list(desk.scheduler.thoughts(desk.table, 10**9)) == []
    desk.scheduler.wake(desk.table, 10**9)
    desk.note()
    assert len(desk.log) == lines


def test_who_does_not_come_back_after_a_restart_is_missed() -> None:
    desk = at_play("toctoctoc", moves=5)
    desk.table = desk.again()
    desk.at = desk.table.s.at
    desk.come("anna")
    desk.wait(19_999)
    assert "away" not in desk.seats[1]
    desk.wait(1)
    assert [seat.get("away", False) for seat in desk.seats] == [False, True, True]
    desk.play_on(Random(3).choice)
    record.verify(record.read(desk.records[-1]))


def test_away_survives_a_restart() -> None:
    desk = at_play("escalier", moves=5)
    desk.go("bob")
    desk.wait(30_000)
    desk.table = desk.again()
    assert desk.seats[1]["away"]
    assert desk.back("bob")["recap"]
    assert "away" not in desk.seats[1]


def test_in_the_lobby_nobody_stands_in() -> None:
    desk = Desk.of("escalier")
    desk.sit("anna", "bob")
    desk.go("bob")
    desk.wait(100_000)
    assert "away" not in desk.seats[1]
    desk.ask("anna", c.Start("s"))
    desk.wait(0)
    assert desk.seats[1]["away"]
