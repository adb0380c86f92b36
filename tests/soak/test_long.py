"""The random suites again, with games by the ten thousand: `make soak`."""

from random import Random

import pytest

from tests.conformance import test_lockstep, test_noninterference, test_referee
from tests.conformance.players import walk
from tests.conformance.test_conformance import CONSERVED
from tests.conformance.variants import VARIANTS, Variant
from tests.conftest import Report
from toctoc.games import fields

pytestmark = pytest.mark.soak
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
TIMES = 20


@every_variant
def test_cards_are_conserved_and_games_end(variant: Variant, report: Report) -> None:
    games = 100 * TIMES
    for seed in range(games):
        s = fields.blank(variant.game.rules.State)
        for _ in walk(variant, Random(f"soak {variant} {seed}"), s):
            CONSERVED[variant.name](s)
        assert variant.game.rules.over(s)
    report(f"soak, {variant.name}: games", games)


@every_variant
def test_what_a_viewer_cannot_know_changes_nothing(variant: Variant, report: Report) -> None:
    compared = 0
    for seed in range(100 * TIMES):
        rng = Random(f"soak {variant} {seed}")
        viewer = rng.choice([None, *range(variant.players)])
        compared += test_noninterference.play_side_by_side(variant, viewer, rng)[0]
    report(f"soak, {variant.name}: non-interference steps", compared)


@every_variant
def test_plain_and_compiled_are_alike(variant: Variant, report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_lockstep, "GAMES_EACH", test_lockstep.GAMES_EACH * TIMES)
    monkeypatch.setattr(test_lockstep, "FAVOURS", (0, 60, 85, 95))
    test_lockstep.test_thousands_of_games_end_alike(variant, report)


@every_variant
def test_the_stranger_agrees(variant: Variant, report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_referee, "GAMES_EACH", test_referee.GAMES_EACH * TIMES)
    test_referee.test_the_same_moves_and_outcomes_are_possible_at_every_step(variant, report)
