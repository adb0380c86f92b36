"""Combine all suites in one class."""

from .bots import BotsSuite
from .lockstep import CompiledSuite
from .machine import TableSuite
from .rules import RulesSuite
from .secrets import SecretsSuite
from .words import WordsSuite


class GameSuite(RulesSuite, SecretsSuite, TableSuite, CompiledSuite, WordsSuite, BotsSuite):
    """Run every suite, for the tests of one game."""
