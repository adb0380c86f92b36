"""The suites that every game passes."""

from conformance import CONFORMANCE
from toctoc.testing.suite import GameSuite


class TestConformance(GameSuite):
    games = (CONFORMANCE,)
