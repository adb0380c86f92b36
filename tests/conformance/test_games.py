"""One suite for all games, all numbers of players, all options."""

import pytest

from tests.counts import CONFORMANCE
from tests.games.conformance import EVERY_GAME
from toctoc.testing.lockstep import CompiledSuite
from toctoc.testing.machine import TableSuite
from toctoc.testing.rules import RulesSuite
from toctoc.testing.secrets import SecretsSuite
from toctoc.testing.words import WordsSuite

pytestmark = pytest.mark.soak


class TestRules(RulesSuite):
    games, counts = EVERY_GAME, CONFORMANCE


class TestSecrets(SecretsSuite):
    games, counts = EVERY_GAME, CONFORMANCE


class TestWords(WordsSuite):
    games = EVERY_GAME


class TestTables(TableSuite):
    games, counts = EVERY_GAME, CONFORMANCE


@pytest.mark.compiled
class TestCompiled(CompiledSuite):
    games, counts = EVERY_GAME, CONFORMANCE
