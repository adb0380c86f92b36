"""One suite for all games; at night with all combinations of numbers of players and options."""

import pytest

from tests.games.conformance import EVERY_GAME
from tests.scale import SCALE, scaled
from toctoc.testing.conformance import Counts
from toctoc.testing.lockstep import CompiledSuite
from toctoc.testing.machine import TableSuite
from toctoc.testing.rules import RulesSuite
from toctoc.testing.secrets import SecretsSuite
from toctoc.testing.words import WordsSuite

COUNTS = Counts(
    all_variants=SCALE > 1,
    walks=scaled(1, most=10),
    side_by_side=scaled(12, most=60),
    lockstep=scaled(20, most=200),
    examples=scaled(10, most=25),
)


class TestRules(RulesSuite):
    games, counts = EVERY_GAME, COUNTS


class TestSecrets(SecretsSuite):
    games, counts = EVERY_GAME, COUNTS


class TestWords(WordsSuite):
    games = EVERY_GAME


class TestTables(TableSuite):
    games, counts = EVERY_GAME, COUNTS


@pytest.mark.compiled
class TestCompiled(CompiledSuite):
    games, counts = EVERY_GAME, COUNTS
