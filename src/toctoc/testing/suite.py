"""All that a game is asked."""

from .lockstep import CompiledSuite
from .machine import TableSuite
from .rules import RulesSuite
from .secrets import SecretsSuite


class GameSuite(RulesSuite, SecretsSuite, TableSuite, CompiledSuite):
    """Every suite, for the tests of one game."""
