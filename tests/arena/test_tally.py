"""Counts that add up, and figures with their uncertainty."""

from statistics import mean, stdev

import pytest

from toctoc.arena.tally import Z95, Tally

GAMES = [(10, [3, 5], [0, 1]), (14, [4, 4], [1, 1]), (12, [7, 1], [1, 0])]


def tally(games: list[tuple[int, list[int], list[int]]]) -> Tally:
    total = Tally(2)
    for game in games:
        total.count(*game)
    return total


def test_figures_are_mean_and_95_percent_margin() -> None:
    total = tally(GAMES)
    scores = [3, 4, 7]
    assert total.games == 3
    assert total.score(0).mean == pytest.approx(mean(scores))
    assert total.score(0).margin == pytest.approx(Z95 * stdev(scores) / 3**0.5)
    assert total.length().mean == 12
    assert (total.shortest, total.longest) == (10, 14)


def test_a_shared_victory_counts_for_its_part() -> None:
    total = tally(GAMES)
    assert total.victories(0).mean == pytest.approx((0 + 0.5 + 1) / 3)
    assert total.victories(0).mean + total.victories(1).mean == pytest.approx(1)
    assert total.victories(0).margin == pytest.approx(Z95 * stdev([0, 0.5, 1]) / 3**0.5)


def test_tallies_add_up_in_any_order() -> None:
    one, other = tally(GAMES[:1]), tally(GAMES[1:])
    left, right = Tally(2), Tally(2)
    for part in (one, other):
        left.add(part)
    for part in (other, one):
        right.add(part)
    assert left == right == tally(GAMES)


def test_a_single_game_has_no_margin() -> None:
    assert tally(GAMES[:1]).score(0).margin == 0
