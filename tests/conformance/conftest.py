"""These suites prove by numbers; what they run, the named tests have run before, and measured."""

import pytest


@pytest.fixture(autouse=True)
def fast(untraced: None) -> None:
    """All of them."""
