"""The long measurement of the bots, on a table of random players: its tables, and its times."""

from pathlib import Path

import pytest
from rich.console import Console

from benchmarks import pace, strength
from benchmarks.strength import Amount, markdown, measured


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(strength, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(strength, "LEVELS", ("petit-fantome", "apprenti"))


def test_a_table_is_measured_and_can_be_gone_on_with(tmp_path: Path) -> None:
    first = measured("escalier", 2, Amount(field=4, comte=6, steps=0, nemesis=0), Console(quiet=True))
    assert first.ladder[0].games == 6
    file = tmp_path / "kept" / "escalier-2.jsonl"
    kept = file.read_text("utf-8")
    again = measured("escalier", 2, Amount(field=4, comte=8, steps=0, nemesis=0), Console(quiet=True))
    assert again.ladder[0].games == 8
    assert file.read_text("utf-8").startswith(kept)
    text = markdown(again)
    assert "### L'Escalier hanté, 2 players (parity 0.500)" in text
    assert "| apprenti | 1 × petit-fantome | 8 | " in text


def test_the_page_has_a_place_for_the_figures() -> None:
    page = strength.PAGE.read_text("utf-8")
    assert page.index(strength.BEGIN) < page.index(strength.END)


def test_every_decision_of_a_bot_is_timed() -> None:
    times = pace.decisions("escalier", 2, "medium", plain=True, seed=1)
    assert len(times) > 10
    assert all(ms >= 0 for ms in times)
    assert pace.Pace("escalier", 2, "medium", True, times).row()[:5] == [
        "escalier",
        "2",
        "medium",
        "plain",
        str(len(times)),
    ]
