"""Bots in a snap window throw when their hand is there, once; a window that opens again has a new clock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from tests.table.harness import TableHarness
from tests.table.windows import open_window, thrown, wrong
from toctoc.bots import usual_opponent
from toctoc.core.game import Action, Event, Game, View
from toctoc.games.chocottes.events import Draws, Snapped
from toctoc.table import commands as c
from toctoc.table.bots import BotPlayer
from toctoc.table.scheduler import BOT_PAUSE_MS, Scheduler


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
    searches: bool = False
    is_quick: bool = True

    def observe(self, event: Event) -> None:
        self.heard.append(event)

    def decide(self, view: View, legal: Sequence[Action], at_once: bool = False) -> Choice:
        throws = [action for action in legal if str(action).startswith("snap")]
        if not throws:
            return Choice(legal[0], None)
        turn = max(n for n, event in enumerate(self.heard) if isinstance(event, Draws))
        threw = any(isinstance(event, Snapped) and event.seat == self.seat for event in self.heard[turn:])
        return Choice(legal[0] if threw else throws[0], self.after)  # the first is to pass


def with_bots(after: int, *guests: str, bots: int = 1) -> TableHarness:
    def quick(_n: str, _g: Game, _p: int, _o: Mapping[str, Any], seat: int, _d: int) -> BotPlayer:
        return Quick(seat, after)

    harness = TableHarness.of("chocottes", len(guests) + bots)
    harness.scheduler = Scheduler(quick, usual_opponent, Random(1))
    harness.sit(*guests)
    harness.start(fill="apprenti")
    return harness


def play_to_window(harness: TableHarness) -> int:
    """People look, draw and discard; the moment at which the next window opens."""
    while harness.table.state.window is None:
        for seat in harness.match.actors:
            guest = harness.table.state.seats[seat].guest
            if guest:
                choices = [str(action) for action in harness.match.legal(seat)]
                harness.move(guest, "discard" if "discard" in choices else choices[0])
                break
        else:
            harness.wait(100)
    return harness.table.state.window_since


def throws_at(harness: TableHarness, seat: int) -> list[int]:
    throws = [line for line in harness.log if b'"moved",%d,"snap' % seat in line]
    return [int(line[1 : line.index(b",")]) for line in throws]


def test_a_bots_hand_takes_its_time_in_every_window() -> None:
    harness = with_bots(700, "anna")
    since = []
    for _ in range(4):
        since.append(play_to_window(harness))
        harness.move("anna", "pass")
        while harness.table.state.window is not None:
            harness.wait(100)
    assert throws_at(harness, 1) == [at + 700 for at in since]


def test_a_bot_whose_throw_waits_does_not_throw_again() -> None:
    harness = with_bots(500, "anna", "bob")
    play_to_window(harness)
    harness.table.presence.credits = {"anna": 150}
    harness.wait(510)
    assert [throw.seat for throw in harness.table.race.throws] == [2]
    harness.move("bob", "pass")
    harness.wait(100)
    assert [throw.seat for throw in harness.table.race.throws] == [2]
    harness.wait(1_000)
    assert thrown(harness) == [2]


def test_a_person_on_a_slow_line_beats_a_bot_that_was_later() -> None:
    harness = with_bots(500, "anna")
    since = play_to_window(harness)
    harness.table.presence.credits = {"anna": 150}
    harness.wait(since + 600 - harness.at)
    harness.move("anna", wrong(harness, "anna"), 150)  # thrown at 450
    harness.wait(1_000)
    assert thrown(harness) == [0, 1]


def test_reordering_a_row_does_not_hold_up_a_bot() -> None:
    """C5 is allowed at any time; whoever does nothing else does not freeze the table."""
    harness = with_bots(500, "anna")
    while harness.match.view(None).active != 1 or harness.table.state.window is not None:
        for seat in harness.match.actors:
            if seat == 0:
                choices = [str(action) for action in harness.match.legal(0)]
                harness.move("anna", "pass" if "pass" in choices else choices[0])
        harness.wait(100)
    moves = len(harness.moves)
    for _ in range(BOT_PAUSE_MS[1] // 100):
        harness.move("anna", " Arrange 1  to 2")
        harness.wait(100)
    assert 1 in {move.seat for move in harness.moves[moves:]}


def test_C19_a_window_that_opens_again_has_a_new_clock() -> None:
    harness = open_window("anna", "bob", "eve")
    s = harness.match.state
    s.window, s.row[1][0] = 14, 14
    first = harness.table.state.window
    harness.wait(1_000)
    harness.move("bob", "snap 1")
    harness.wait(0)
    for guest in ("anna", "bob", "eve"):
        harness.move(guest, "pass")
    while harness.match.actors != (1,) or str(harness.match.legal(1)[-1])[:4] != "reap":
        (seat,) = harness.match.actors  # whose effect comes first
        harness.move(("anna", "bob", "eve")[seat], "decline")
    harness.wait(2_000)
    harness.move("bob", "reap 1")
    assert first is not None
    assert harness.table.state.window == harness.at + 5_000 == first + 3_000
    assert len(harness.match.actors) == 3


@pytest.mark.parametrize("away", [True, False])
def test_a_bot_that_fails_is_played_for_gently_unless_its_player_is_back(away: bool) -> None:
    harness = TableHarness.of("escalier")
    harness.sit("anna", "bob")
    harness.start()
    harness.ask("anna", c.Leave("l"))
    (pending,) = harness.scheduler.decision_requests(harness.table, harness.at)
    if not away:
        harness.come("eve")
        harness.ask("eve", c.Sit("s", 0, "Eve"))
    harness.scheduler.gave_up(harness.table, pending, harness.at)
    assert [move.by for move in harness.moves] == (["clock"] if away else [])
