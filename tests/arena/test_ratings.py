"""Ratings: finishing orders are counted, and strengths are found again in orders that were drawn from them."""

from math import exp, log
from random import Random

import pytest

from tests.scale import scaled
from toctoc.arena.bot_play import Played
from toctoc.arena.ratings import MEAN, SCALE, Order, added, choices, finishing_order, ratings, strengths

TRUE = {"a": 0.9, "b": 0.3, "c": 0.0, "d": -0.4, "e": -0.8}
FIELD = list(TRUE)
RATED_TOURNAMENTS = scaled(3, 8)
CHOIX = [0.8066278, 0.379518, -0.0241651, -0.4045743, -0.7574064]


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toctoc.arena.ratings.RESAMPLES", scaled(100, 400))


def test_high_scores_finish_first_and_equal_ones_together() -> None:
    played = Played(("a", "b", "c", "d"), (3, 9, 3, 5), (1,))
    assert finishing_order("toctoctoc", played) == (("b",), ("d",), ("a", "c"))


def test_C24_low_scores_finish_first() -> None:
    assert finishing_order("chocottes", Played(("a", "b", "c"), (30, 12, 51), (1,))) == (("b",), ("a",), ("c",))


def test_C25_who_wins_with_50_finishes_first() -> None:
    assert finishing_order("chocottes", Played(("a", "b", "c"), (30, 50, 12), (1,))) == (("b",), ("c",), ("a",))


def test_shared_victories_are_level() -> None:
    assert finishing_order("escalier", Played(("b", "a", "a"), (4, 4, 2), (0, 1))) == (("a", "b"), ("a",))


def test_an_order_is_one_choice_after_another() -> None:
    assert dict(choices((("b",), ("c",), ("a",)))) == {("b", ("a", "b", "c")): 1, ("c", ("a", "c")): 1}


def test_those_who_are_level_count_as_every_order_in_equal_parts() -> None:
    counted = dict(choices((("c",), ("a", "b"))))
    assert counted == {("c", ("a", "b", "c")): 1, ("a", ("a", "b")): 0.5, ("b", ("a", "b")): 0.5}
    everybody = dict(choices((("a", "b", "c"),)))
    assert everybody["a", ("a", "b", "c")] == pytest.approx(1 / 3)
    assert everybody["a", ("a", "b")] == pytest.approx(1 / 6)
    assert sum(everybody.values()) == pytest.approx(2)


def drawn(rng: Random, table: list[str]) -> Order:
    """Each finishes after an exponential time, the sooner the stronger: an order of Plackett and Luce."""
    times = sorted((rng.expovariate(exp(TRUE[name])), name) for name in table)
    return tuple((name,) for _, name in times)


def blocks(count: int, seed: int = 1) -> list[list[Order]]:
    rng = Random(seed)
    return [[drawn(rng, table) for _ in table] for table in (rng.sample(FIELD, 4) for _ in range(count))]


def test_known_strengths_are_recovered() -> None:
    found = ratings(FIELD, blocks(1500))
    for name, strength in TRUE.items():
        assert found[name].value == pytest.approx(MEAN + SCALE * strength, abs=15)
        assert found[name].low < MEAN + SCALE * strength < found[name].high
        assert 8 < found[name].high - found[name].low < 30
    assert sum(rating.value for rating in found.values()) == pytest.approx(5 * MEAN)


def test_intervals_cover_the_truth_nearly_always() -> None:
    held = 0
    for seed in range(RATED_TOURNAMENTS):
        found = ratings(FIELD, blocks(200, seed))
        held += sum(found[name].low <= MEAN + SCALE * TRUE[name] <= found[name].high for name in FIELD)
    assert held >= 0.85 * 5 * RATED_TOURNAMENTS  # 95 % are expected; those of one seed go together


def test_two_bots_are_rated_by_their_odds() -> None:
    won = dict(choices((("a",), ("b",))))
    lost = dict(choices((("b",), ("a",))))
    found = strengths(["a", "b"], added([won] * 30 + [lost] * 10), drawn=0)
    assert found["a"] - found["b"] == pytest.approx(log(3))


def test_these_strengths_are_those_that_another_program_finds() -> None:
    """choix 0.4.1, mm_rankings and opt_rankings, on the same orders."""
    rng = Random(8)
    orders = [drawn(rng, rng.sample(FIELD, 4)) for _ in range(200)]
    found = strengths(FIELD, added(dict(choices(order)) for order in orders), drawn=0)
    assert [found[name] for name in FIELD] == pytest.approx(CHOIX, abs=1e-6)


def test_a_bot_that_never_won_has_a_rating_all_the_same() -> None:
    found = ratings(["a", "b"], [[(("a",), ("b",))]] * 20)
    assert found["b"].value < MEAN - 200
    assert found["b"].value + found["a"].value == pytest.approx(2 * MEAN)


def test_a_bot_at_a_table_of_copies_of_another() -> None:
    """Equally strong bots: one against three is first in a quarter of the games, and second, third and last."""
    orders = [tuple(("x",) if place == n else ("y",) for place in range(4)) for n in range(4)]
    found = strengths(["x", "y"], added(dict(choices(order)) for order in orders))
    assert found["x"] == pytest.approx(0, abs=1e-6)


def test_draws_are_half_a_victory() -> None:
    assert ratings(["a", "b"], [[(("a", "b"),)]] * 5)["a"].value == pytest.approx(MEAN)


def test_the_bootstrap_is_always_the_same() -> None:
    assert ratings(FIELD, blocks(20)) == ratings(FIELD, blocks(20))
