"""One suite for all games, all numbers of players, all options."""

import pytest

from tests.games.conformance import EVERY_GAME
from toctoc.testing.lockstep import CompiledSuite
from toctoc.testing.machine import TableSuite
from toctoc.testing.rules import RulesSuite
from toctoc.testing.secrets import SecretsSuite


class TestRules(RulesSuite):
    games = EVERY_GAME


class TestSecrets(SecretsSuite):
    games = EVERY_GAME


class TestTables(TableSuite):
    games = EVERY_GAME


@pytest.mark.compiled
class TestCompiled(CompiledSuite):
    games = EVERY_GAME
