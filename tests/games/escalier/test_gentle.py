"""H3: what the clock plays for a seat."""

from tests.scale import each
from toctoc.core.match import Match
from toctoc.games.escalier.words import COLOURS

from .table import arranged, disc, shown, tell

ON_WHITE = "red - blue yellow green"


def all_gentle(match: Match) -> list[str]:
    """What the clock plays, for each number that it may draw."""
    sizes: list[int] = []
    moves: list[str] = []

    def roll(size: int) -> int:
        sizes.append(size)
        return len(moves)

    while not moves or len(moves) < sizes[0]:
        moves.append(str(match.gentle(match.actors[0], roll)))
    assert set(sizes) == {len(moves)}
    return sorted(moves)


def test_H3_E5_a_random_ghost_not_yet_shown() -> None:
    match = tell(arranged(disc=ON_WHITE), "flip red-child")
    assert all_gentle(match) == ["turn blue", "turn red", "turn white", "turn yellow"]
    tell(match, "0 turn blue")
    assert all_gentle(match) == ["turn red", "turn white", "turn yellow"]


def test_H3_E7_two_random_ghosts() -> None:
    match = tell(arranged(disc=ON_WHITE), "flip swap")
    assert all_gentle(match) == [
        "swap blue white", "swap blue yellow", "swap red blue", "swap red white", "swap red yellow",
        "swap yellow white",
    ]  # fmt: skip


def test_H3_E8_a_random_ghost() -> None:
    match = tell(arranged(disc=ON_WHITE), "flip move")
    assert all_gentle(match) == ["move blue", "move red", "move white", "move yellow"]


@each("risk", [False, True])
def test_H3_E9_E10_declines_a_riddle(risk: bool) -> None:
    def no_lot(size: int) -> int:
        raise AssertionError("there is nothing to draw")

    match = tell(arranged(disc=ON_WHITE, risk=risk), "flip riddle")
    assert str(match.gentle(0, no_lot)) == "decline"


def test_H3_E10_a_random_colour_for_an_asked_opponent() -> None:
    match = tell(arranged(risk=True), "flip riddle", "0 ask 1 about red")
    assert all_gentle(match) == sorted(f"name {colour}" for colour in COLOURS)


def test_H3_E12_a_random_colour() -> None:
    match = tell(arranged(pile="move"), "flip move", "0 move red")
    assert all_gentle(match) == sorted(f"name {colour}" for colour in COLOURS)


def test_H3_E12_but_not_the_one_that_the_riddle_has_shown() -> None:
    match = tell(arranged(disc=ON_WHITE, pile="riddle"), "flip riddle", "0 name red")
    assert all_gentle(match) == ["name blue", "name red", "name yellow"]


def test_H3_reading_the_move_of_the_clock_plays_nothing() -> None:
    match = tell(arranged(disc=ON_WHITE), "flip move")
    match.gentle(0, lambda size: 0)
    assert len(match.steps) == 1
    assert (disc(match), shown(match).phase) == (ON_WHITE, "move")
