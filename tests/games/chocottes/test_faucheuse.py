"""14 Faucheuse: one more discard, a new window, chains (C19)."""

from tests.scale import each
from toctoc.core.errors import IllegalMove
from toctoc.core.match import Match
from toctoc.games.chocottes import events
from toctoc.games.chocottes.view import Waiting, Window

from .table import arranged, choices, heard_by_all, opened, play, refused, row, shown


def reaping(*rows: str, active: int = 0, pile: str | None = None) -> Match:
    """The active player discarded a 14; seat 1 threw its first card, a 14 too, and may reap."""
    match = opened(arranged(*rows, active=active, pile=pile), "14")
    play(match, "1: snap 1; all: pass")
    return match


def test_C19_a_14_in_another_players_turn_lets_one_more_own_card_be_discarded() -> None:
    match = reaping("1 2 3", "14 4 5 6", "1 2 3", active=2)
    assert choices(match, 1) == ["decline", "reap 1", "reap 2", "reap 3"]
    assert refused(match, 1, "reap 4") == (IllegalMove, "effect/no-such-place", "C19")
    assert heard_by_all(match, "1: reap 2") == [events.Reaped(1, 2, "5")]
    assert row(match, 1) == "4 6"
    assert shown(match).top == "5"


@each("name", ["1", "7", "9", "10", "dream-13", "14"])
def test_C19_the_card_may_have_any_value(name: str) -> None:
    match = reaping("1 2 3", f"14 4 {name}", "1 2 3")
    play(match, "1: reap 2")
    assert row(match, 1) == "4"
    assert shown(match).top == name


def test_C19_a_14_of_the_active_player_does_nothing() -> None:
    match = opened(arranged("14 2 14", "3 4", "5 6"), "14")
    play(match, "0: snap 1; 0: snap 2; all: pass")
    assert choices(match, 1) == ["draw", "knock"]
    match = arranged("14 2 14", "3 4", "5 6")
    play(match, "0: draw; chance: draw 9; 0: replace 1; all: pass")
    assert choices(match, 1) == ["draw", "knock"]


def test_C19_a_new_window_opens_without_passes() -> None:
    match = reaping("1 5 3", "14 4 5", "1 2 5")
    play(match, "1: reap 2")
    assert shown(match).window == Window(5, ())
    assert match.actors == (0, 1, 2)
    play(match, "2: snap 3; 0: snap 2; 1: snap 1; chance: penalty 9 to 1")
    assert [row(match, seat) for seat in range(3)] == ["1 3", "4 9", "1 2"]
    play(match, "all: pass")
    assert choices(match, 1) == ["draw", "knock"]


def test_C19_the_new_window_is_for_the_reaped_value_alone() -> None:
    match = reaping("1 14 3", "14 4 dream-12", "1 2 12")
    play(match, "1: reap 2; 2: snap 3")
    assert heard_by_all(match, "0: snap 2")[0] == events.Snapped(0, 2, "14", right=False)


def test_C19_its_own_effect_joins_the_end_of_the_queue() -> None:
    match = opened(arranged("1 2 3", "14 4 10 5", "14 8 dream-10 9"), "14")
    play(match, "1: snap 1; 2: snap 1; all: pass")
    assert shown(match).effects == (Waiting(1, 14), Waiting(2, 14))
    play(match, "1: reap 2")
    assert shown(match).effects == (Waiting(2, 14), Waiting(1, 10))
    play(match, "2: snap 2; all: pass")
    assert shown(match).effects == (Waiting(2, 14), Waiting(1, 10), Waiting(2, 10))
    assert match.actors == (2,)
    play(match, "2: reap 1; all: pass; 1: look 1; 2: decline")


def test_C19_no_effect_goes_on_while_the_new_window_is_open() -> None:
    match = opened(arranged("1 2 3", "14 4 10 5", "14 8 9"), "14")
    play(match, "1: snap 1; 2: snap 1; all: pass; 1: reap 1")
    assert shown(match).phase == "window"
    assert refused(match, 2, "reap 1") == (IllegalMove, "effect/not-now", "C19")
    assert refused(match, 2, "decline") == (IllegalMove, "decline/no-effect", "C12")


def test_C19_chains_are_allowed() -> None:
    match = reaping("1 2 3", "14 14 14 5 6", "1 2 3")
    play(match, "1: reap 1; all: pass")
    assert shown(match).effects == (Waiting(1, 14),)
    play(match, "1: reap 1; all: pass; 1: reap 1; all: pass")
    assert row(match, 1) == "6"
    assert choices(match, 1) == ["draw", "knock"]


def test_C14_C19_a_reaped_7_feeds_the_active_player() -> None:
    match = reaping("1 2 3", "14 7 5", "1 7 3")
    play(match, "1: reap 1; 2: snap 2; all: pass")
    assert shown(match).effects == (Waiting(1, 7), Waiting(2, 7))
    play(match, "1: feed; chance: gift 9 to 0; 2: decline")
    assert row(match, 0) == "1 2 3 9"


def test_C14_C19_a_7_or_14_thrown_by_the_active_player_into_that_window_does_nothing() -> None:
    match = reaping("7 14 3", "14 7 14 5", "1 2 3")
    play(match, "1: reap 1; 0: snap 1; all: pass")
    assert shown(match).effects == (Waiting(1, 7),)
    play(match, "1: decline")
    match = reaping("7 14 3", "14 7 14 5", "1 2 3")
    play(match, "1: reap 2; 0: snap 2; all: pass")
    assert shown(match).effects == (Waiting(1, 14),)


def test_C12_C19_a_row_that_got_shorter_may_receive_the_next_gift() -> None:
    match = opened(arranged("1 2 3 4", "14 13 5 6 8", "1 2 3 9"), "14")
    play(match, "1: snap 1; all: pass; 1: reap 1; all: pass")
    assert choices(match, 1) == ["draw", "knock"]  # both others have four cards: the 13 is skipped
    match = opened(arranged("1 2 3 4", "14 13 5 6 8", "1 2 dream-13 9"), "14")
    play(match, "1: snap 1; all: pass; 1: reap 1; 2: snap 3; all: pass")
    assert choices(match, 1) == ["decline", "give to 2"]


def test_C19_C21_reaping_the_last_card_ends_the_round() -> None:
    match = reaping("1 2 3", "14 10", "1 2 3")
    assert choices(match, 1) == ["decline", "reap 1"]
    play(match, "1: reap 1")
    assert shown(match).window is None
    assert shown(match).effects == ()
    play(match, "chance: tile 8")
    assert match.scores == (14, 0, 14)


def test_C19_with_an_empty_pile_a_14_still_reaps() -> None:
    match = reaping("1 2 3", "14 10 4", "1 2 3", pile="14")
    play(match, "1: reap 2; all: pass")
    assert match.chance_awaited  # C22
    play(match, "chance: tile 6")
    assert match.scores == (12, 16, 12)
