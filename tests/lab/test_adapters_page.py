"""docs/reference/adapters.md is correct: its examples run."""

import doctest
import re

import pytest

from tools import ROOT

PAGE = ROOT / "docs/reference/adapters.md"


def test_every_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Numba, which would compile the opponents for half a minute."""
    monkeypatch.setattr("toctoc.core.compile.compiled.available", lambda: False)
    text = re.sub(r"^```.*$", "", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    output: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=output.append)
    assert result.failed == 0, "".join(output)
    assert result.attempted > 5
