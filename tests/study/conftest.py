"""Studies of few games are played without Numba: compiling would take longer."""

import pytest

from toctoc.core.compile import compiled
from toctoc.study import table


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)
    table.table.cache_clear()
