"""Few worlds for each estimate: what is tested here does not hang on how many there are."""

import pytest

from toctoc.analysis import judge


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look into a handful of worlds only."""
    monkeypatch.setattr(judge.Effort, "of", classmethod(lambda *_: judge.Effort(6, 3, 6, 24)))
