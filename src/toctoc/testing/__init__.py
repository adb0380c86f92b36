"""The suites that every game passes, for whoever writes one: ours run them, and so can a plugin's own tests.

    from toctoc.testing.suite import GameSuite

    class TestConformance(GameSuite):
        games = (CONFORMANCE,)

`conformance.py` says what a `CONFORMANCE` is. The suites need pytest and Hypothesis; the one of the compiled rules
is left out without Numba.
"""

import pytest

# So that a failure shows its values.
SUITES = ("rules", "secrets", "machine", "lockstep", "words", "bots")
pytest.register_assert_rewrite(*(f"{__name__}.{suite}" for suite in SUITES))
