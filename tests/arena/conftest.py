"""All tests of the arena may use the fake bots."""

import pytest

from tests.arena.fakes import fakes

__all__ = ["fakes"]


@pytest.fixture(autouse=True)
def fast(untraced: None) -> None:
    """Many games; how much of the rules the tests reach is measured elsewhere."""
