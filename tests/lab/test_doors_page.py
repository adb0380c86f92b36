"""docs/reference/adapters.md says what is true: its examples run."""

import doctest
import re

import pytest

from tools import ROOT

PAGE = ROOT / "docs/reference/adapters.md"


def test_every_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The learner's opponents without Numba, which would compile for half a minute."""
    monkeypatch.setattr("toctoc.core.compile.compiled.available", lambda: False)
    text = re.sub(r"^```.*$", "", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=told.append)
    assert result.failed == 0, "".join(told)
    assert result.attempted > 5
