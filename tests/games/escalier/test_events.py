"""All viewers receive the same events, which show no more than the clause says."""

from collections.abc import Callable

import pytest

from tests.scale import each
from toctoc.core.game import Chance, Event, Move
from toctoc.core.match import Match
from toctoc.games.escalier import events
from toctoc.games.escalier.events import (
    Asked,
    Declined,
    Flipped,
    GameOver,
    Guessed,
    NamedLast,
    NobodyOnWhite,
    Shifted,
    Started,
    Swapped,
    Turned,
    WonPile,
    narrate,
)
from toctoc.games.toctoctoc.words import Open, Top

from .table import arranged, heard_by_all, tell

ON_WHITE = "red - blue yellow green"

STORIES: dict[str, tuple[Callable[[], Match], tuple[str, ...], tuple[Event, ...]]] = {
    "E3": (lambda: Match("escalier", 3, {"start": "random"}), ("start 2",), (Started(2),)),
    "E4": (lambda: arranged(active=1), ("flip swap",), (Flipped(1, "swap"),)),
    "E5-wrong": (
        lambda: arranged(disc=ON_WHITE),
        ("flip green-child", "0 turn red"),
        (Flipped(0, "green-child"), Turned(0, "red", "red", False)),
    ),
    "E5-right": (
        lambda: arranged(disc=ON_WHITE, discard=2),
        ("flip green-child", "0 turn white"),
        (Flipped(0, "green-child"), Turned(0, "white", "green", True), WonPile(0, 3)),
    ),
    "E7": (
        lambda: arranged(disc=ON_WHITE),
        ("flip swap", "0 swap white red"),
        (Flipped(0, "swap"), Swapped(0, "white", "red")),
    ),
    "E8": (
        lambda: arranged(disc=ON_WHITE),
        ("flip move", "0 move red"),
        (Flipped(0, "move"), Shifted(0, "red", "green")),
    ),
    "E9-wrong": (
        lambda: arranged(disc=ON_WHITE),
        ("flip riddle", "0 name red"),
        (Flipped(0, "riddle"), Guessed(0, "white", "red", "green", False)),
    ),
    "E9-right": (
        lambda: arranged(disc=ON_WHITE),
        ("flip riddle", "0 name green"),
        (Flipped(0, "riddle"), Guessed(0, "white", "green", "green", True), WonPile(0, 1)),
    ),
    "E9-declined": (
        lambda: arranged(disc=ON_WHITE),
        ("flip riddle", "0 decline"),
        (Flipped(0, "riddle"), Declined(0)),
    ),
    "E9-white-empty": (arranged, ("flip riddle",), (Flipped(0, "riddle"), NobodyOnWhite(0))),
    "E10-white-empty": (lambda: arranged(risk=True), ("flip riddle",), (Flipped(0, "riddle"),)),
    "E10-right": (
        lambda: arranged(disc=ON_WHITE, risk=True),
        ("flip riddle", "0 ask 2 about blue", "2 name blue"),
        (Flipped(0, "riddle"), Asked(0, 2, "blue"), Guessed(2, "blue", "blue", "blue", True), WonPile(2, 1)),
    ),
    "E10-wrong": (
        lambda: arranged(disc=ON_WHITE, risk=True),
        ("flip riddle", "0 ask 2 about white", "2 name blue"),
        (Flipped(0, "riddle"), Asked(0, 2, "white"), Guessed(2, "white", "blue", "green", False), WonPile(0, 1)),
    ),
    "E12": (
        lambda: arranged(2, active=1, disc=ON_WHITE, pile="swap", discard=3, won=(4, 0)),
        ("flip swap", "1 swap red blue", "1 name yellow", "1 turn yellow"),
        (
            Flipped(1, "swap"),
            Swapped(1, "red", "blue"),
            NamedLast(1, "yellow"),
            Turned(1, "yellow", "yellow", True),
            WonPile(1, 4),
            GameOver((4, 4), (0, 1)),
        ),
    ),
}  # fmt: skip


@each("clause", STORIES)
def test_E14_all_viewers_receive_exactly_the_events_of_the_clause(clause: str) -> None:
    situation, lines, expected = STORIES[clause]
    assert heard_by_all(situation(), *lines) == expected


def test_every_kind_of_event_is_in_one_of_the_stories() -> None:
    kinds = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)}
    told = {type(event) for _, _, expected in STORIES.values() for event in expected}
    assert told == kinds - {Event}


def test_steps_of_another_game_are_an_error_of_the_program() -> None:
    s = tell(arranged(), "flip move").state
    with pytest.raises(TypeError):
        narrate(s, Move(0, Open()), s, None)
    with pytest.raises(TypeError):
        narrate(s, Chance(Top("taxi")), s, None)
