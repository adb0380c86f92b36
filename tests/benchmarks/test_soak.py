"""The resources of a server whose tables come and go, as they are measured: for an instant."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from benchmarks import soak
from benchmarks.soak import Sample


def test_the_resources_are_shown_before_and_after_every_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOCTOC_WORKERS")
    monkeypatch.setattr(soak, "MOVES", 1)
    monkeypatch.setattr(soak, "SETTLE_SECONDS", 0.0)
    result = CliRunner().invoke(soak.main, ["--tables=2", "--rounds=1", "--connections=2", "--analyses=0"])
    assert result.exit_code == 0, result.output
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in result.output.splitlines()]
    assert rows[0] == soak.HEADER
    assert [row[:2] for row in rows[2:]] == [["0", "0"], ["2", "4"]]
    assert all(int(figure) > 1 for row in rows[2:] for figure in row[2:5])


@pytest.mark.parametrize("grown", ["megabytes", "files", "threads"])
def test_growth_by_a_tenth_of_any_resource_passes_and_more_fails(grown: str) -> None:
    first = Sample(1_000, 10_000, 100, 20, 10, 0)
    assert not replace(first, tables=2_000, connections=20_000).has_grown(first)
    tenth = replace(first, **{grown: getattr(first, grown) * 11 // 10})
    assert not tenth.has_grown(first)
    assert replace(tenth, **{grown: getattr(tenth, grown) + 1}).has_grown(first)
    assert replace(first, temporary=1).has_grown(first)
