"""The long measurement of the bots, on a table of random players: its tables, and its times."""

import re
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks import pace, strength
from benchmarks.strength import Amount, markdown, measured


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(strength, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(strength, "LEVELS", ("petit-fantome", "apprenti"))


def test_a_table_is_measured_and_can_be_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "WIDEST", 0.5)
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


def test_what_is_not_sure_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    few = measured("escalier", 2, Amount(field=4, comte=20, steps=0, nemesis=0), Console(quiet=True))
    assert markdown(few) == ""
    [step] = few.ladder
    monkeypatch.setattr(strength, "WIDEST", (step.share.high - step.share.low) / 2 + 0.001)
    text = markdown(few)
    assert "One against a table" in text
    assert "All five levels" not in text  # of which there are 4 games


def test_no_interval_on_the_page_is_wider_than_four_points_either_way() -> None:
    found = re.findall(r"\((0\.\d+) to ([01]\.\d+)\)", strength.PAGE.read_text("utf-8"))
    assert len(found) > 10
    assert all(float(high) - float(low) <= 2 * strength.WIDEST + 0.001 for low, high in found)


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
