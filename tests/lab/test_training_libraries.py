"""docs/how-to/training-libraries.md is correct: its programs run, if their libraries are installed.

These libraries are large and in none of our locks: install one by hand and run these tests with TOCTOC_SCALE=20.
"""

import re
import sys

import pytest

from tests.scale import each, spread
from tools import ROOT

PAGE = ROOT / "docs/how-to/training-libraries.md"
PROGRAMS = dict(
    re.findall(r"^## (.+?)\n.*?^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
)
MAX_LINES = 10  # of glue, without imports and empty lines
OURS = "CleanRL and loops of your own"  # needs no library


@pytest.mark.filterwarnings("ignore")  # of those libraries
@pytest.mark.parametrize("title", spread(sorted(PROGRAMS, key=lambda title: title != OURS), 1))
def test_a_program_runs(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Numba, which would compile the opponents for half a minute."""
    monkeypatch.setattr("toctoc.core.compile.compiled.available", lambda: False)
    program = PROGRAMS[title]
    for library in re.findall(r"^(?:import|from) (\w+)", program, re.MULTILINE):
        pytest.importorskip(library)
    try:
        exec(compile(program, f"{PAGE.name}: {title}", "exec"), {"__name__": "__main__"})
    finally:
        if ray := sys.modules.get("ray"):
            ray.shutdown()  # its processes


@each("title", PROGRAMS)
def test_a_program_is_short(title: str) -> None:
    lines = [line for line in PROGRAMS[title].splitlines() if line and not line.startswith(("import", "from"))]
    assert len(lines) <= MAX_LINES
