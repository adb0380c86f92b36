"""Analyses against brute force: a little of what `python -m benchmarks.analysis` measures."""

from itertools import islice
from statistics import fmean

import pytest

from benchmarks import analysis
from tests.scale import each, scaled, spread

pytestmark = pytest.mark.compiled


@each("game", spread(["escalier", "toctoctoc", "chocottes"], 1))
def test_chances_are_those_of_brute_force(game: str) -> None:
    errors = []
    for moment in islice(analysis.moments(game, "tested"), 4):
        said, brute, margins = analysis.both(moment, 60)
        assert sum(brute) == pytest.approx(1)
        errors += [abs(one - other) / margin for one, other, margin in zip(said, brute, margins, strict=True)]
    assert fmean(errors) < 0.8  # of the margin that both claim


def test_a_costly_decision_is_costly_by_brute_force() -> None:
    found = [
        each
        for done in islice(analysis.records("escalier", "tested", 2), scaled(1, 2))
        for each in analysis.costs(done, 0, 60)
    ]
    assert found
    assert fmean(each.brute for each in found) > 0.01
