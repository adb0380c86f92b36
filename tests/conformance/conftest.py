"""These suites prove by numbers; what they run, the named tests have run before, and measured."""

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def untraced() -> Iterator[None]:
    """Without the coverage tracer, which would make them three times as long."""
    tracer = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(tracer)
