"""The random suites again, with games by the ten thousand: `make soak`."""

import pytest

from tests.conformance import test_referee
from tests.conftest import Report
from tests.games.conformance import EVERY_GAME, VARIANTS
from toctoc.testing.conformance import Counts, Variant
from toctoc.testing.lockstep import CompiledSuite
from toctoc.testing.machine import TableSuite
from toctoc.testing.rules import RulesSuite
from toctoc.testing.secrets import SecretsSuite

pytestmark = pytest.mark.soak
TIMES = 20
MANY = Counts(walks=2000, side_by_side=2000, lockstep=20_000, favours=(0, 60, 85, 95), examples=500)


class TestRules(RulesSuite):
    games, counts = EVERY_GAME, MANY


class TestSecrets(SecretsSuite):
    games, counts = EVERY_GAME, MANY


class TestTables(TableSuite):
    games, counts = EVERY_GAME, MANY


class TestCompiled(CompiledSuite):
    games, counts = EVERY_GAME, MANY


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_stranger_agrees(variant: Variant, report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_referee, "GAMES_EACH", test_referee.GAMES_EACH * TIMES)
    test_referee.test_the_same_moves_and_outcomes_are_possible_at_every_step(variant, report)
