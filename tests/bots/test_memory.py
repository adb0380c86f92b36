"""Human forgetting: ACT-R's base-level equation."""

from itertools import pairwise
from math import exp, inf
from random import Random

import pytest

from tests.scale import each
from toctoc.bots import LEVELS, level
from toctoc.bots.memory import Recall

ADULT = Recall(threshold=-2.75, noise=0.4, decay=0.5)


@each(
    "ages, chance",
    [
        ([1], 0.998968),  # B = ln 1 = 0; 1 / (1 + e^(-2.75 / 0.4))
        ([60], 0.852842),  # B = ln 60^-0.5 = -2.047172
        ([240], 0.506050),  # B = -2.740319
        ([60, 60], 0.970400),  # B = ln (2 * 60^-0.5) = -1.354025
        ([60, 10], 0.992253),  # B = ln (60^-0.5 + 10^-0.5) = -0.808946
        ([600], 0.245796),  # B = -3.198465
    ],
)
def test_the_equation_gives_the_values_computed_by_hand(ages: list[float], chance: float) -> None:
    assert ADULT.chance(ages) == pytest.approx(chance, abs=2e-6)


def test_a_memory_at_the_threshold_is_recalled_every_other_time() -> None:
    for name in LEVELS[:-1]:
        recall = level(name).recall
        assert recall.chance([exp(-2 * recall.threshold)]) == pytest.approx(0.5)


def test_a_younger_memory_loses_things_earlier() -> None:
    """After a minute: .47, .68, .78 and .85 for ages 5, 7, 8 and an adult."""
    chances = [level(name).recall.chance([60]) for name in LEVELS]
    assert chances == pytest.approx([0.4706, 0.6807, 0.7785, 0.8528, 1.0], abs=5e-5)


def test_the_longer_ago_the_less_and_the_oftener_the_more() -> None:
    for recall in (ADULT, Recall(-2.0), Recall(-1.0, 1.0, 0.3)):
        chances = [recall.chance([age]) for age in (1, 2, 5, 10, 60, 300, 3600)]
        assert all(a > b for a, b in pairwise(chances))
        assert recall.chance([60, 60]) > recall.chance([60])
    thresholds = [Recall(threshold).chance([60]) for threshold in (-inf, -5.0, -2.75, -2.0, 0.0, 5.0)]
    assert all(a > b for a, b in pairwise(thresholds))


def test_a_card_seen_just_now_is_a_second_old() -> None:
    assert ADULT.chance([0]) == ADULT.chance([1]) == ADULT.chance([0.3])


def test_a_threshold_of_minus_infinity_forgets_nothing() -> None:
    perfect = Recall(threshold=-inf)
    assert perfect.chance([1e12]) == 1.0
    assert all(perfect.recalls([1e12], Random(seed)) for seed in range(100))


def test_recall_happens_as_often_as_its_chance() -> None:
    rng = Random(1)
    recalled = sum(ADULT.recalls([60], rng) for _ in range(10_000))
    assert recalled / 10_000 == pytest.approx(0.8528, abs=0.01)
