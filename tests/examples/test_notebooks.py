"""The notebooks run from top to bottom with few games, and are stored without outputs."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scale import each
from tools import ROOT

FOLDER = ROOT / "examples/notebooks"
SHORT = {  # cells with numbers of games, and a shorter version of each
    "1-look-at-a-game": {},
    "2-train": {
        'OPPONENT, TABLES, DECISIONS, GAMES = "random", 256, 300_000, 2000':
        'OPPONENT, TABLES, DECISIONS, GAMES = "random", 2, 64, 4'
    },
    "3-measure": {"GAMES = 1000": "GAMES = 8"},
}  # fmt: skip


def cells(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))["cells"]
    return found


def test_every_notebook_is_run() -> None:
    assert {file.stem for file in FOLDER.glob("*.ipynb")} == set(SHORT)


@each("name", SHORT)
def test_a_notebook_is_valid_and_has_no_outputs(name: str) -> None:
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


@pytest.mark.parametrize("name", SHORT)
def test_a_notebook_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without Numba, which would compile for half a minute."""
    monkeypatch.setattr("toctoc.core.compile.compiled.available", lambda: False)
    monkeypatch.setattr("toctoc.lab.ppo.ROUND_STEPS", 8)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    programs = ["".join(cell["source"]) for cell in cells(name) if cell["cell_type"] == "code"]
    shorter = SHORT[name]
    assert set(shorter) <= set(programs)
    for number, program in enumerate(programs):
        exec(compile(shorter.get(program, program), f"{name}, program {number}", "exec"), names)
    said = capsys.readouterr().out
    assert {"1-look-at-a-game": "winners", "2-train": "64 decisions: ", "3-measure": "first_or_last"}[name] in said
