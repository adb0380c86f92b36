"""The memory of a server whose tables come and go, as it is measured: for an instant."""

import pytest
from click.testing import CliRunner

from benchmarks import churn


def test_the_memory_is_shown_before_and_after_every_round_when_all_tables_sleep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(churn, "AT_ONCE", 2)
    monkeypatch.setattr(churn, "MOVES", 1)
    result = CliRunner().invoke(churn.main, ["--tables=2", "--rounds=1"])
    assert result.exit_code == 0, result.output
    rows = [line.split("|")[1:-1] for line in result.output.splitlines()[2:]]
    assert [[cell.strip() for cell in row[:2]] for row in rows] == [["0", "0"], ["2", "0"]]
    assert all(int(row[2]) > 1 for row in rows)
