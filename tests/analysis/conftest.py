"""Use few worlds for each estimate: these tests do not depend on their number."""

import pytest

from toctoc.analysis import judge


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look into a handful of worlds only."""
    monkeypatch.setattr(judge.Effort, "of", classmethod(lambda *_: judge.Effort(6, 3, 6, 24)))
