"""Bots play many games; how much of the rules the tests reach is measured elsewhere."""

import pytest


@pytest.fixture(autouse=True)
def fast(untraced: None) -> None:
    """All of them."""
