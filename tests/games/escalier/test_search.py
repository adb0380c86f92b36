"""E5, E6, E11: a child is sought."""

from tests.scale import each
from toctoc.games.escalier.events import Turned, WonPile
from toctoc.games.escalier.words import COLOURS

from .table import START, arranged, choices, disc, heard_by_all, refused, shown, tell


@each("colour", COLOURS)
def test_E5_the_colour_of_the_card_is_sought(colour: str) -> None:
    match = tell(arranged(), f"flip {colour}-child")
    assert shown(match).sought == colour
    tell(match, f"0 turn {colour}")
    assert shown(match).scores == (1, 0, 0)
    assert shown(match).sought is None


def test_E5_the_active_player_turns_over_any_ghost() -> None:
    match = tell(arranged(active=1, disc="- red green blue yellow"), "flip red-child")
    assert choices(match, 1) == {"turn green", "turn blue", "turn yellow", "turn white"}
    assert choices(match, 0) == choices(match, 2) == set()
    assert refused(match, "0 turn green").code == "turn/not-yours"


@each("place, child, right", [("red", "blue", False), ("white", "red", True)])
def test_E5_all_seats_see_the_child_that_is_turned_over(place: str, child: str, right: bool) -> None:
    match = tell(arranged(disc="blue green - yellow red"), "flip red-child")
    assert heard_by_all(match, f"0 turn {place}")[0] == Turned(0, place, child, right)


@each("place", ["red", "white"])
def test_E5_after_every_try_the_ghost_is_turned_back(place: str) -> None:
    """Nothing of the view depends on which child it was, and all lie as they lay."""
    match = tell(arranged(disc="blue green - yellow red"), "flip red-child", f"0 turn {place}")
    assert disc(match) == "blue green - yellow red"
    assert shown(match).ghosts == ("red", "green", "yellow", "white")
    match.state.disc = [3, 2, -1, 1, 0]
    other_children = shown(match)
    match.state.disc = [2, 1, -1, 3, 0]
    assert shown(match) == other_children


def test_E5_the_place_is_not_the_colour_of_the_child() -> None:
    match = tell(arranged(disc="blue red - yellow green"), "flip red-child", "0 turn red")
    assert shown(match).scores == (0, 0, 0)
    tell(match, "1 turn green")
    assert shown(match).scores == (0, 1, 0)


def test_E5_E11_right_wins_the_whole_discard_pile_with_the_card_just_turned() -> None:
    match = tell(arranged(discard=6, won=(1, 2, 3)), "flip green-child")
    assert heard_by_all(match, "0 turn green") == (Turned(0, "green", "green", True), WonPile(0, 7))
    table = shown(match)
    assert table.scores == (8, 2, 3)
    assert (table.discard, table.last) == (0, None)


def test_E5_wrong_leaves_the_pile_and_the_next_player_clockwise_must_try() -> None:
    match = tell(arranged(4, active=3, discard=2), "flip red-child", "3 turn blue")
    table = shown(match)
    assert (table.discard, table.last, table.scores) == (3, "red-child", (0, 0, 0, 0))
    assert (table.phase, table.sought, table.active) == ("search", "red", 3)
    assert match.actors == (0,)
    assert refused(match, "0 decline").code == "decline/must-act"
    assert refused(match, "3 turn red").code == "turn/not-yours"
    assert not match.chance_awaited


def test_E5_the_finder_of_the_child_wins_the_pile() -> None:
    match = tell(arranged(4, discard=4), "flip red-child", "0 turn blue", "1 turn green", "2 turn red")
    assert shown(match).scores == (0, 0, 5, 0)


def test_E5_round_the_table_if_needed() -> None:
    """Two players: each tries twice."""
    match = tell(arranged(2, active=1), "flip yellow-child", "1 turn red", "0 turn green")
    assert match.actors == (1,)
    tell(match, "1 turn blue", "0 turn yellow")
    assert shown(match).scores == (1, 0)


def test_E5_a_ghost_shown_in_this_search_may_not_be_turned_again() -> None:
    match = tell(arranged(disc="- red green blue yellow"), "flip red-child", "0 turn white", "1 turn blue")
    assert shown(match).tried == ("blue", "white")
    assert choices(match, 2) == {"turn green", "turn yellow"}
    assert refused(match, "2 turn blue").code == "turn-over/already-shown"
    assert refused(match, "2 turn white").code == "turn-over/already-shown"


@each("players", [2, 3, 4])
@each("layout", [START, "- red green blue yellow", "green blue - yellow red"])
def test_E5_four_tries_at_most(players: int, layout: str) -> None:
    match = tell(arranged(players, disc=layout), "flip red-child")
    right = shown(match).free  # any place that is not tried before
    for place, child in zip(("red", "green", "blue", "yellow", "white"), layout.split(), strict=True):
        if child == "red":
            right = place
    for tries, place in enumerate(place for place in shown(match).ghosts if place != right):
        assert match.asked is not None
        assert len(match.legal(match.asked)) == 4 - tries
        match.play(match.asked, f"turn {place}")
    fourth = 3 % players
    assert choices(match, fourth) == {f"turn {right}"}
    tell(match, f"{fourth} turn {right}")
    assert shown(match).scores[fourth] == 1
    assert match.chance_awaited


def test_E5_a_ghost_turned_in_an_earlier_search_may_be_turned_again() -> None:
    match = tell(arranged(2), "flip red-child", "0 turn green", "1 turn red")
    assert shown(match).tried == ()
    tell(match, "flip green-child")
    assert shown(match).tried == ()
    assert choices(match, 0) == {"turn red", "turn green", "turn blue", "turn yellow"}


def test_E5_every_search_begins_with_the_active_player() -> None:
    match = tell(arranged(4), "flip red-child", "0 turn green", "1 turn red", "flip blue-child")
    assert shown(match).active == 2
    assert match.actors == (2,)


@each("players, finder, next_seat", [(2, 0, 1), (2, 1, 0), (3, 2, 0), (4, 0, 1), (4, 1, 2), (4, 3, 0)])
def test_E6_the_player_on_the_finders_left_plays_next(players: int, finder: int, next_seat: int) -> None:
    match = tell(arranged(players), "flip yellow-child")
    for seat in range(finder):
        tell(match, f"{seat} turn {COLOURS[seat]}")
    tell(match, f"{finder} turn yellow")
    assert shown(match).active == next_seat
    tell(match, "flip move")
    assert match.actors == (next_seat,)


def test_E11_the_four_ghosts_on_the_disc_belong_to_no_seat() -> None:
    """All 56 other cards are won, and the disc still holds its four."""
    match = arranged(2, pile="red-child", discard=55)
    tell(match, "flip red-child", "0 turn red")
    assert match.over
    assert sum(match.scores) == 56
    assert len(shown(match).ghosts) == 4
