"""Test any game: the suites that our games pass, for the tests of plugins too.

    from toctoc.testing.suite import GameSuite

    class TestConformance(GameSuite):
        games = (CONFORMANCE,)

`conformance.py` defines `Conformance`. The suites need pytest and Hypothesis; the one of the compiled rules
is left out without Numba.
"""

import pytest

# So that a failure shows its values:
SUITES = ("rules", "secrets", "machine", "lockstep", "words", "bots")
pytest.register_assert_rewrite(*(f"{__name__}.{suite}" for suite in SUITES))
