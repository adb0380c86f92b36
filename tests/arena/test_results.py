"""Shares of victories and scores: means over all games, as sure as the blocks agree."""

from random import Random
from statistics import mean, stdev

import pytest

from toctoc.arena.bot_play import Block, Played
from toctoc.arena.plan import Tournament
from toctoc.arena.results import mean_score, standings, win_share
from toctoc.arena.tally import Z95


def game(*winners: int, seats: tuple[str, ...] = ("a", "b"), scores: tuple[int, ...] = (5, 3)) -> Played:
    return Played(seats, scores, winners)


def random_blocks(count: int, chance: float, together: bool, seed: int = 1) -> list[Block]:
    """Blocks of two games that `a` wins with some chance: both or none of a block, or each for itself."""
    rng = Random(seed)
    drawn = [(rng.random() < chance, rng.random() < chance) for _ in range(count)]
    return [(game(0 if one else 1), game(0 if (one if together else two) else 1)) for one, two in drawn]


def test_a_shared_victory_counts_for_its_part() -> None:
    blocks = [(game(0), game(0, 1)), (game(1), game(1))]
    assert win_share("a", blocks).value == pytest.approx(1.5 / 4)
    assert win_share("b", blocks).value == pytest.approx(2.5 / 4)


def test_a_bot_that_sits_there_twice_counts_twice() -> None:
    blocks = [(game(0, seats=("a", "b", "b"), scores=(1, 2, 6)),) * 3]
    assert win_share("b", blocks).value == 0
    assert mean_score("b", blocks).value == 4


def test_games_of_a_block_are_no_independent_evidence() -> None:
    alone = win_share("a", random_blocks(4000, 0.3, together=False))
    together = win_share("a", random_blocks(4000, 0.3, together=True))
    assert alone.high - alone.low == pytest.approx(2 * Z95 * (0.3 * 0.7 / 8000) ** 0.5, rel=0.05)
    assert together.high - together.low == pytest.approx(2 * Z95 * (0.3 * 0.7 / 4000) ** 0.5, rel=0.05)


def test_95_percent_intervals_hold_the_truth_19_times_in_20() -> None:
    shares = [win_share("a", random_blocks(60, 0.3, together=True, seed=seed)) for seed in range(400)]
    held = sum(share.low <= 0.3 <= share.high for share in shares)
    assert 0.92 < held / 400 < 0.98


def test_scores_have_the_interval_of_the_block_means() -> None:
    scores = [(4, 8), (1, 3), (9, 9), (2, 6)]
    blocks = [tuple(game(0, scores=(score, 0)) for score in block) for block in scores]
    means = [mean(block) for block in scores]
    found = mean_score("a", blocks)
    assert found.value == pytest.approx(mean(means))
    assert found.high - found.value == pytest.approx(Z95 * stdev(means) / len(means) ** 0.5)


@pytest.mark.parametrize("count", [1, 20])
def test_who_always_won_may_still_lose(count: int) -> None:
    share = win_share("a", [(game(0), game(0))] * count)
    assert share.value == share.high == 1
    assert share.low == pytest.approx(1 / (1 + Z95**2 / count))


def test_standings_begin_with_the_best_and_leave_out_who_never_played() -> None:
    tournament = Tournament("toctoctoc", 2, ("b", "a", "absent"), 20, 1, {})
    found = standings(tournament, random_blocks(20, 0.9, together=False))
    assert [standing.bot for standing in found] == ["a", "b"]
    assert [standing.games for standing in found] == [40, 40]
    assert found[0].rating.value > found[1].rating.value
