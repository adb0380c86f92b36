"""Bots in a snap window throw when their hand is there, once; a window that opens again has a new clock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from tests.table.desk import Desk
from tests.table.windows import open_window, thrown, wrong
from toctoc.games.chocottes.events import Draws, Snapped
from toctoc.games.game import Action, Event, Game, View
from toctoc.table import commands as c
from toctoc.table.bots import Player
from toctoc.table.scheduler import PAUSE, Scheduler


@dataclass
class Choice:
    action: Action
    after_ms: int | None


@dataclass
class Quick:
    """Throws its first card in every window, once, after a while; does the first thing it may otherwise."""

    seat: int
    after: int
    heard: list[Event] = field(default_factory=list)

    def hear(self, event: Event) -> None:
        self.heard.append(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Choice:
        throws = [action for action in legal if str(action).startswith("snap")]
        if not throws:
            return Choice(legal[0], None)
        turn = max(n for n, event in enumerate(self.heard) if isinstance(event, Draws))
        threw = any(isinstance(event, Snapped) and event.seat == self.seat for event in self.heard[turn:])
        return Choice(legal[0] if threw else throws[0], self.after)  # the first is to pass


def with_bots(after: int, *guests: str, bots: int = 1) -> Desk:
    def quick(_n: str, _g: Game, _p: int, _o: Mapping[str, Any], seat: int, _d: int) -> Player:
        return Quick(seat, after)

    desk = Desk.of("chocottes", len(guests) + bots)
    desk.scheduler = Scheduler(quick, Random(1))
    desk.sit(*guests)
    desk.start(fill="apprenti")
    return desk


def play_to_window(desk: Desk) -> int:
    """People look, draw and discard; the moment at which the next window opens."""
    while desk.table.s.window is None:
        for seat in desk.match.actors:
            guest = desk.table.s.seats[seat].guest
            if guest:
                choices = [str(action) for action in desk.match.legal(seat)]
                desk.move(guest, "discard" if "discard" in choices else choices[0])
                break
        else:
            desk.wait(100)
    return desk.table.s.window_since


def throws_at(desk: Desk, seat: int) -> list[int]:
    throws = [line for line in desk.log if b'"moved",%d,"snap' % seat in line]
    return [int(line[1 : line.index(b",")]) for line in throws]


def test_a_bots_hand_takes_its_time_in_every_window() -> None:
    desk = with_bots(700, "anna")
    since = []
    for _ in range(4):
        since.append(play_to_window(desk))
        desk.move("anna", "pass")
        while desk.table.s.window is not None:
            desk.wait(100)
    assert throws_at(desk, 1) == [at + 700 for at in since]


def test_a_bot_whose_throw_waits_does_not_throw_again() -> None:
    desk = with_bots(500, "anna", "bob")
    play_to_window(desk)
    desk.table.presence.credits = {"anna": 150}
    desk.wait(510)
    assert [throw.seat for throw in desk.table.race.throws] == [2]
    desk.move("bob", "pass")
    desk.wait(100)
    assert [throw.seat for throw in desk.table.race.throws] == [2]
    desk.wait(1_000)
    assert thrown(desk) == [2]


def test_a_person_on_a_slow_line_beats_a_bot_that_was_later() -> None:
    desk = with_bots(500, "anna")
    since = play_to_window(desk)
    desk.table.presence.credits = {"anna": 150}
    desk.wait(since + 600 - desk.at)
    desk.move("anna", wrong(desk, "anna"), 150)  # thrown at 450
    desk.wait(1_000)
    assert thrown(desk) == [0, 1]


def test_reordering_a_row_does_not_hold_up_a_bot() -> None:
    """C5 is allowed at any time; whoever does nothing else does not freeze the table."""
    desk = with_bots(500, "anna")
    while desk.match.view(None).active != 1 or desk.table.s.window is not None:
        for seat in desk.match.actors:
            if seat == 0:
                choices = [str(action) for action in desk.match.legal(0)]
                desk.move("anna", "pass" if "pass" in choices else choices[0])
        desk.wait(100)
    moves = len(desk.moves)
    for _ in range(PAUSE[1] // 100):
        desk.move("anna", " Arrange 1  to 2")
        desk.wait(100)
    assert 1 in {move.seat for move in desk.moves[moves:]}


def test_C19_a_window_that_opens_again_has_a_new_clock() -> None:
    desk = open_window("anna", "bob", "eve")
    s = desk.match.state
    s.window, s.row[1][0] = 14, 14
    first = desk.table.s.window
    desk.wait(1_000)
    desk.move("bob", "snap 1")
    desk.wait(0)
    for guest in ("anna", "bob", "eve"):
        desk.move(guest, "pass")
    while desk.match.actors != (1,) or str(desk.match.legal(1)[-1])[:4] != "reap":
        (seat,) = desk.match.actors  # whose effect comes first
        desk.move(("anna", "bob", "eve")[seat], "decline")
    desk.wait(2_000)
    desk.move("bob", "reap 1")
    assert first is not None
    assert desk.table.s.window == desk.at + 5_000 == first + 3_000
    assert len(desk.match.actors) == 3


@pytest.mark.parametrize("away", [True, False])
def test_a_bot_that_fails_is_played_for_gently_unless_its_player_is_back(away: bool) -> None:
    desk = Desk.of("escalier")
    desk.sit("anna", "bob")
    desk.start()
    desk.ask("anna", c.Leave("l"))
    (thought,) = desk.scheduler.thoughts(desk.table, desk.at)
    if not away:
        desk.come("eve")
        desk.ask("eve", c.Sit("s", 0, "Eve"))
    desk.scheduler.gave_up(desk.table, thought, desk.at)
    assert [move.by for move in desk.moves] == (["clock"] if away else [])
