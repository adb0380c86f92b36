"""Leave nothing open behind a test of the server."""

from collections.abc import Iterator

import pytest

from tests.server.harness import OPENED


@pytest.fixture(autouse=True)
def _harnesses_are_closed() -> Iterator[None]:
    """Close every harness of the test: Python 3.13 complains of an open database when it is collected."""
    yield
    for harness in list(OPENED):
        harness.close()
