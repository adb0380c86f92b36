"""The options of a table of Toc Chocottes."""

import pytest

from tests.scale import each
from toctoc.core.errors import BadOption
from toctoc.core.match import Match


def test_the_options_and_their_defaults() -> None:
    assert Match("chocottes", 2).options == {
        "start": "creator",
        "creator": 0,
        "dreams": 2,
        "tiles": (6, 8, 10),
        "snap_seconds": 5,
        "memory_aid": False,
    }


def test_every_option_names_its_clause() -> None:
    clauses = {option.name: option.clause for option in Match("chocottes", 2).game.options}
    assert clauses["dreams"] == "C1"
    assert clauses["tiles"] == "C2"
    assert clauses["snap_seconds"] == "C10"
    assert clauses["memory_aid"] == "C27"
    assert "C6" in clauses["start"]
    assert "C6" in clauses["creator"]


@each(
    "name, value",
    [
        ("start", "left"),
        ("creator", 3),
        ("creator", -1),
        ("dreams", 5),
        ("dreams", -1),
        ("dreams", "2"),
        ("tiles", [6, 8]),
        ("tiles", [6, 8, 10, 12]),
        ("tiles", [0, 8, 10]),
        ("tiles", [6, 8, 50]),
        ("snap_seconds", -1),
        ("snap_seconds", 61),
        ("memory_aid", 1),
        ("nightmares", 2),
    ],
)
def test_an_option_that_the_game_does_not_take_is_refused(name: str, value: object) -> None:
    with pytest.raises(BadOption):
        Match("chocottes", 3, {name: value})


@each(
    "name, value",
    [
        ("dreams", 0),
        ("dreams", 4),
        ("snap_seconds", 0),
        ("snap_seconds", 60),
        ("memory_aid", True),
        ("creator", 2),
    ],
)
def test_the_limits_of_an_option_are_taken(name: str, value: object) -> None:
    assert Match("chocottes", 3, {name: value}).options[name] == value


def test_C2_tiles_go_from_1_to_49() -> None:
    assert Match("chocottes", 3, {"tiles": [1, 2, 49]}).options["tiles"] == (1, 2, 49)


@each("players", [1, 6])
def test_the_game_is_for_two_to_five_players(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        Match("chocottes", players)
