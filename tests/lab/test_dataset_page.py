"""The pages about datasets are correct: their columns are those of the files, and their queries run."""

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from toctoc.arena.plan import Simulation
from toctoc.core.game import Move
from toctoc.lab import dataset
from tools import ROOT

PAGE = (ROOT / "docs/reference/dataset.md").read_text("utf-8")
GUIDE = (ROOT / "docs/how-to/datasets.md").read_text("utf-8")
GAMES = 20


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A dataset in the folder `games` of the current one, as in the guide."""
    dataset.write(Simulation.of("toctoctoc", 4, GAMES, 7, {}), tmp_path / "games", 1)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "games"


def columns(table: str) -> dict[str, str]:
    """Return the columns of a table on the page, and their types."""
    [text] = re.findall(rf"^`{table}`, a row.*\n\n\| column.*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    cells = [row.split(" | ") for row in text.splitlines()]
    return {name: kind for names, kind, *_ in cells for name in re.findall(r"`(\w+)`", names)}


@pytest.mark.compiled
def test_the_page_lists_the_columns_of_the_files(tmp_path: Path) -> None:
    from pyarrow import parquet

    dataset.write(Simulation.of("escalier", 3, 2, 7, {}), tmp_path, 1)
    for table in ("games", "steps"):
        schema = parquet.read_schema(tmp_path / table / "part-000000.parquet")
        kinds = {"string": "text"}
        found = {field.name: str(getattr(field.type, "value_type", field.type)) for field in schema}
        listed = columns(table)
        first_two = {
            name: kinds.get(kind, kind) for name, kind in found.items() if not re.search(r"_[2-9]$", name)
        }
        assert first_two == listed
    assert Move.MAKERS == ("player", "clock", "stand-in")


def code(language: str) -> list[str]:
    found = re.findall(rf"^ *```{language}\n(.*?)```", GUIDE, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(text) for text in found]


@pytest.mark.nightly
@pytest.mark.compiled
def test_the_queries_of_the_guide_have_answers(data: Path) -> None:
    duckdb, pandas = pytest.importorskip("duckdb"), pytest.importorskip("pandas")

    [queries], [lines, _] = code("sql"), code("python")
    [[shares], choices] = (duckdb.sql(query).fetchall() for query in queries.strip().splitlines())
    assert sum(shares) >= 1
    steps = pandas.read_parquet(data / "steps").query("seat >= 0")
    tens = steps.groupby("game").cumcount() // 10
    assert dict(choices) == pytest.approx(steps["legal"].groupby(tens).mean().to_dict())
    assert len(choices) > 5
    imported, _, *expressions = lines.strip().splitlines()
    assert imported == "import pandas"
    first, second = (eval(line, {"pandas": pandas}) for line in expressions)
    assert first["count"] == GAMES
    assert len(second) == 5


@pytest.mark.nightly
@pytest.mark.compiled
def test_the_program_of_the_page_replays_the_first_game(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pandas = pytest.importorskip("pandas")

    [program] = re.findall(r"^```python\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(program, names)
    result = pandas.read_parquet(data / "games").query("game == 0").iloc[0]
    match = names["match"]
    assert match.over
    assert list(match.scores) == [result[f"score_{seat}"] for seat in range(4)]
    assert len(capsys.readouterr().out.splitlines()) == result["decisions"]
