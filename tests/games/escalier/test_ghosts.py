"""E7, E8: ghosts change places."""

from dataclasses import fields as dataclass_fields
from itertools import combinations

from tests.scale import each
from toctoc.games.escalier.events import Shifted, Swapped
from toctoc.games.escalier.words import PLACES

from .table import START, arranged, choices, disc, heard_by_all, refused, shown, tell

LAYOUTS = [
    START,
    "- red green blue yellow",
    "green - red blue yellow",
    "blue red - yellow green",
    "red green blue - yellow",
]


def exchanged(layout: str, a: str, b: str) -> str:
    children = dict(zip(PLACES, layout.split(), strict=True))
    children[a], children[b] = children[b], children[a]
    return " ".join(children.values())


def free(layout: str) -> str:
    return PLACES[layout.split().index("-")]


@each("layout", LAYOUTS)
def test_E7_any_two_ghosts_the_one_on_white_included(layout: str) -> None:
    pairs = list(combinations([place for place in PLACES if place != free(layout)], 2))
    match = tell(arranged(disc=layout), "flip swap")
    assert choices(match, 0) == {f"swap {a} {b}" for a, b in pairs}
    for a, b in pairs:
        match = tell(arranged(disc=layout), "flip swap", f"0 swap {a} {b}")
        assert disc(match) == exchanged(layout, a, b)
        assert shown(match).free == free(layout)


def test_E7_in_either_order() -> None:
    match = tell(arranged(disc="red - blue yellow green"), "flip swap", "0 swap white blue")
    assert disc(match) == "red - green yellow blue"


def test_E7_two_different_ghosts() -> None:
    match = tell(arranged(), "flip swap")
    assert refused(match, "0 swap red red").code == "swap/same-ghost"


def test_E7_the_free_place_has_no_ghost_to_swap() -> None:
    match = tell(arranged(disc="red - blue yellow green"), "flip swap")
    assert refused(match, "0 swap green blue").code == "swap/no-ghost"
    assert refused(match, "0 swap blue green").code == "swap/no-ghost"


def test_E7_unseen() -> None:
    """Everybody hears which places, and there is no place for a child in what they hear."""
    match = tell(arranged(), "flip swap")
    assert heard_by_all(match, "0 swap red yellow") == (Swapped(0, "red", "yellow"),)
    assert [field.name for field in dataclass_fields(Swapped)] == ["seat", "first", "second"]


def test_E7_mandatory() -> None:
    match = tell(arranged(), "flip swap")
    assert refused(match, "0 decline").code == "decline/must-act"


def test_E7_the_left_neighbour_plays_next_and_the_pile_stays() -> None:
    match = tell(arranged(active=2, discard=1), "flip swap", "2 swap red blue")
    assert (shown(match).active, shown(match).discard, shown(match).last) == (0, 2, "swap")
    assert match.scores == (0, 0, 0)


@each("layout", LAYOUTS)
def test_E8_any_one_ghost_to_the_free_place(layout: str) -> None:
    ghosts = [place for place in PLACES if place != free(layout)]
    match = tell(arranged(disc=layout), "flip move")
    assert choices(match, 0) == {f"move {place}" for place in ghosts}
    for place in ghosts:
        match = tell(arranged(disc=layout), "flip move", f"0 move {place}")
        assert disc(match) == exchanged(layout, place, free(layout))
        assert shown(match).free == place


def test_E8_there_is_always_exactly_one_free_place() -> None:
    match = arranged(2)
    steps = ["flip move", "0 move red", "flip swap", "1 swap white green", "flip move", "0 move white"]
    for step in steps:
        tell(match, step)
        assert disc(match).split().count("-") == 1
        assert {*shown(match).ghosts, shown(match).free} == set(PLACES)
        assert len(shown(match).ghosts) == 4
    assert disc(match) == "green red blue yellow -"


def test_E8_the_free_place_has_no_ghost_to_move() -> None:
    match = tell(arranged(), "flip move")
    assert refused(match, "0 move white").code == "move/no-ghost"


def test_E8_unseen() -> None:
    match = tell(arranged(), "flip move")
    assert heard_by_all(match, "0 move blue") == (Shifted(0, "blue", "white"),)
    assert [field.name for field in dataclass_fields(Shifted)] == ["seat", "place", "to"]


def test_E8_mandatory() -> None:
    match = tell(arranged(), "flip move")
    assert refused(match, "0 decline").code == "decline/must-act"


def test_E8_the_left_neighbour_plays_next_and_the_pile_stays() -> None:
    match = tell(arranged(active=2, discard=1), "flip move", "2 move red")
    assert (shown(match).active, shown(match).discard, shown(match).last) == (0, 2, "move")
    assert match.scores == (0, 0, 0)
