"""Scores, the goal of 50, and who starts the next round (C24-C26)."""

from tests.scale import each
from toctoc.games.chocottes import events

from .table import arranged, deal, heard_by_all, look, opened, play, refused, shown

# --- C24 -------------------------------------------------------------------------------------------------------


def test_C24_scores_add_up() -> None:
    match = arranged("1 2", "3 4", totals=(10, 20))
    play(match, "0: knock")
    assert match.scores == (13, 27)
    deal(match, "1 2 3 4", "5 6 8 9")
    look(match)
    play(match, "1: knock; chance: tile 6")
    assert not match.chance_awaited
    assert match.scores == (23, 61)


def test_C24_with_all_totals_below_50_the_game_goes_on() -> None:
    match = arranged("1 2", "3 4", totals=(46, 42))
    play(match, "0: knock")
    assert match.scores == (49, 49)
    assert not match.over
    assert match.winners == ()
    assert match.ending is None
    assert shown(match).winners is None


@each("before", [43, 44])
def test_C24_the_game_ends_after_the_round_in_which_a_total_reaches_50(before: int) -> None:
    match = arranged("1 2", "3 4", "5 6", totals=(30, before, 20))
    play(match, "0: knock")
    assert match.over
    assert match.winners == shown(match).winners == (2,)
    assert match.ending == "fifty-reached"
    assert (match.actors, match.asked, match.chance_awaited) == ((), None, False)
    assert refused(match, 0, "draw")[1] == "turn/game-over"


def test_C24_the_lowest_total_wins() -> None:
    match = arranged("1 2", "3 4", "5 6", totals=(30, 43, 18))
    told = heard_by_all(match, "0: knock")
    assert told[1:] == [
        events.RoundEnded("knocked", (3, 7, 11), (33, 50, 29), payers=(), by=0),
        events.GameOver((33, 50, 29), (2,)),
    ]


def test_C24_tied_players_share_the_victory() -> None:
    match = arranged("1 2", "3 4", "5 6", totals=(30, 43, 22))
    play(match, "0: knock")
    assert match.scores == (33, 50, 33)
    assert match.winners == (0, 2)


def test_C24_a_tile_may_bring_a_total_to_50() -> None:
    match = arranged("3 4", "1 2", totals=(35, 5))
    play(match, "0: knock; chance: tile 10")
    assert match.scores == (52, 8)
    assert match.winners == (1,)


def test_C24_the_rows_lie_open_when_the_game_is_over() -> None:
    match = arranged("1 2", "3 4", totals=(0, 43))
    play(match, "0: knock")
    assert shown(match).rows == (("1", "2"), ("3", "4"))
    assert shown(match).phase == "over"


# --- C25 -------------------------------------------------------------------------------------------------------


def test_C25_a_knock_to_exactly_50_wins_alone() -> None:
    match = arranged("1 2", "3 4", "5 6", totals=(47, 0, 10))
    play(match, "0: knock")
    assert match.scores == (50, 7, 21)
    assert match.winners == shown(match).winners == (0,)
    assert match.ending == "knocked-to-fifty"


def test_C25_tile_included_and_though_the_knock_was_not_the_lowest() -> None:
    match = arranged("5 6", "3 4", "1 2", totals=(0, 33, 10), active=1)
    play(match, "1: knock; chance: tile 10")
    assert match.scores == (11, 50, 13)
    assert match.winners == (1,)
    assert match.ending == "knocked-to-fifty"


def test_C25_also_when_others_are_at_50_or_above() -> None:
    match = arranged("1 2", "3 4", "5 6", totals=(47, 43, 45))
    play(match, "0: knock")
    assert match.scores == (50, 50, 56)
    assert match.winners == (0,)


@each("total", [46, 48])
def test_C25_not_with_49_or_51(total: int) -> None:
    match = arranged("1 2", "3 4", "5 6", totals=(total, 10, 40))
    play(match, "0: knock")
    assert match.over
    assert match.winners == (1,)
    assert match.ending == "fifty-reached"


def test_C25_not_for_another_player_at_exactly_50() -> None:
    match = arranged("1 2", "3 4", "5 6", totals=(10, 43, 20))
    play(match, "0: knock")
    assert match.scores == (13, 50, 31)
    assert match.winners == (0,)
    assert match.ending == "fifty-reached"


def test_C25_not_by_a_round_that_ended_otherwise() -> None:
    match = opened(arranged("1 2", "9", "5 6", totals=(41, 10, 20)), "9")
    play(match, "1: snap 1; chance: tile 6")
    assert match.scores == (50, 10, 37)
    assert match.winners == (1,)


def test_C25_not_for_the_last_seat_of_five_without_a_knock() -> None:
    match = opened(arranged("9", "1 2", "3 4", "5 6", "1 2", totals=(20, 1, 1, 1, 41)), "9")
    play(match, "0: snap 1; chance: tile 6")
    assert match.scores == (20, 10, 14, 18, 50)
    assert match.winners == (1,)
    assert match.ending == "fifty-reached"


def test_C25_not_by_a_knock_in_an_earlier_round() -> None:
    match = arranged("1 2", "3 4", totals=(28, 0), tiles=[6, 8, 9])
    play(match, "0: knock")
    assert match.scores == (31, 7)
    deal(match, "1 2 3 4", "9 8 9 8")
    look(match)
    s = match.state
    s.row_size[1], s.row[1][:4] = 1, [9, 0, 0, 0]
    play(opened(match, "9"), "1: snap 1; chance: tile 9")
    assert match.scores == (50, 7)
    assert match.winners == (1,)
    assert match.ending == "fifty-reached"


# --- C26 -------------------------------------------------------------------------------------------------------


def test_C26_the_highest_total_starts_the_next_round() -> None:
    match = arranged("1 2", "5 6", "3 4", totals=(5, 0, 20))
    told = heard_by_all(match, "0: knock")
    assert told[1:] == [
        events.RoundEnded("knocked", (3, 11, 7), (8, 11, 27), payers=(), by=0),
        events.RoundBegan(2, starter=2),
    ]
    assert (shown(match).round, shown(match).starter) == (2, 2)
    deal(match, "1 2 3 4", "1 2 3 4", "5 6 8 9")
    look(match)
    assert match.actors == (2,)


def test_C26_points_of_the_round_do_not_matter_without_a_tie() -> None:
    match = arranged("1 2", "3 4", "5 6", totals=(5, 20, 0))
    play(match, "0: knock")
    assert match.scores == (8, 27, 11)
    assert shown(match).starter == 1


def test_C26_a_tie_is_broken_by_the_points_of_the_round_just_played() -> None:
    match = arranged("1 2", "3 4", "5 6", totals=(0, 20, 16))
    play(match, "0: knock")
    assert match.scores == (3, 27, 27)
    assert shown(match).starter == 2
    match = arranged("1 2", "5 6", "3 4", totals=(0, 16, 20))
    play(match, "0: knock")
    assert shown(match).starter == 1


def test_C26_tiles_count_in_those_points() -> None:
    match = arranged("3 4", "1 2", "5 6", totals=(10, 0, 12))
    play(match, "0: knock; chance: tile 6")
    assert match.scores == (23, 3, 23)
    assert shown(match).starter == 0


@each("previous, starter", [(0, 1), (1, 2), (2, 3), (3, 1)])
def test_C26_still_tied_it_is_the_first_at_the_left_of_the_previous_starter(previous: int, starter: int) -> None:
    match = arranged("1 2", "3 4", "3 4", "3 4")
    match.state.starter = previous
    play(match, "0: knock")
    assert match.scores == (3, 7, 7, 7)
    assert shown(match).starter == starter


def test_C26_the_previous_starter_comes_last() -> None:
    match = arranged("1 2", "3 4", "5 6", "3 4", totals=(0, 30, 0, 30))
    match.state.starter = 1
    play(match, "0: knock")
    assert shown(match).starter == 3
    match = arranged("1 2", "3 4", "5 6", totals=(0, 30, 0))
    match.state.starter = 1
    play(match, "0: knock")
    assert shown(match).starter == 1


def test_C26_the_new_round_is_played_with_everything_put_back() -> None:
    match = opened(arranged("9", "3 4 dream-12", "5 6 12"), "9")
    play(match, "0: snap 1; chance: tile 6")
    view = shown(match)
    assert (view.pile, view.discard, view.top, view.row_sizes) == (56, 0, None, (0, 0, 0))
    assert (view.window, view.effects, view.looks, view.rows) == (None, (), (0, 0, 0), None)
    deal(match, "1 2 3 4", "1 2 3 4", "5 6 8 9")
    assert not any(any(match.state.row[seat][4:]) for seat in range(5))
