"""The benchmarks as they are called, for an instant."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchmarks import __main__ as command
from benchmarks import bulk_play, openspiel, playouts, report, start
from toctoc.core.game import Game
from toctoc.core.registry import GAMES


def bench(*arguments: str) -> Result:
    result = CliRunner().invoke(command.main, arguments)
    assert result.exit_code == 0, result.output
    return result


def test_help_names_the_subjects() -> None:
    text = bench("--help").output
    assert "playouts" in text
    assert "start" in text


@pytest.mark.compiled
def test_one_game_without_openspiel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "performance.md"
    page.write_text(f"before\n{report.BEGIN}\n{report.END}\nafter\n", encoding="utf-8")
    monkeypatch.setattr("benchmarks.report.PAGE", page)
    monkeypatch.setattr(openspiel, "available", lambda: False)
    file = tmp_path / "figures.json"
    text = bench("playouts", "--quick", "--game=escalier", "--players=2", "--write", f"--json={file}").output
    assert "python3 run.py bench" in text
    assert "not measured" in text
    results = json.loads(file.read_text(encoding="utf-8"))["results"]
    assert [r["way"] for r in results[1:]] == [playouts.PLAIN, playouts.COMPILED]
    assert {(r["name"], r["players"]) for r in results[1:]} == {("L'Escalier hanté", 2)}
    written = page.read_text(encoding="utf-8")
    assert written.startswith("before\n")
    assert "| L'Escalier hanté | 2 | " in written


@pytest.mark.compiled
def test_bots_through_matches_and_by_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "performance.md"
    page.write_text(f"before\n{bulk_play.MARKS[0]}\n{bulk_play.MARKS[1]}\nafter\n", encoding="utf-8")
    monkeypatch.setattr("benchmarks.report.PAGE", page)
    monkeypatch.setattr(bulk_play, "SIZES", {bulk_play.MATCHES: 1, bulk_play.POLICIES: 1})
    file = tmp_path / "figures.json"
    result = CliRunner().invoke(bulk_play.main, ["--quick", "--game=escalier", "--write", f"--json={file}"])
    assert result.exit_code == 0, result.output
    found = json.loads(file.read_text(encoding="utf-8"))
    assert [(r["players"], r["way"]) for r in found] == [
        (players, way) for players in (2, 3, 4) for way in (bulk_play.MATCHES, bulk_play.POLICIES)
    ]
    written = page.read_text(encoding="utf-8")
    assert "| L'Escalier hanté | 4 | " in written
    assert "| compiled policies: decisions/s |" in written
    assert "compiled policies, times bots through matches, 4 players | at least 100" in written


def test_starts_of_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cold in an empty cache, then warm in turns, with and without the packages that Numba would load."""
    kept: set[tuple[str, str]] = set()
    warm: list[tuple[str, bool]] = []

    def first_game(game: Game, cache: str, hidden: tuple[str, ...] = ()) -> tuple[float, float]:
        if (game.name, cache) not in kept:
            kept.add((game.name, cache))
            return 10.0, 9.0
        warm.append((game.name, bool(hidden)))
        return (1.0 if hidden else 2.0), 0.5

    monkeypatch.setattr(start, "first_game", first_game)
    games = [GAMES["escalier"], GAMES["chocottes"]]
    for found in start.measure(games, 2):
        assert (found.cold, found.warm, found.warm_cpu) == (10.0, (1.0, 1.0), (0.5, 0.5))
        assert found.warm_strange == (2.0, 2.0)
    turn = [("escalier", True), ("escalier", False), ("chocottes", True), ("chocottes", False)]
    assert warm[-8:] == turn + turn


@pytest.mark.compiled
def test_a_fresh_process_finishes_a_game() -> None:
    cache = os.environ.get("TOCTOC_CACHE", str(Path.home() / ".cache" / "toctoc"))
    _, cpu = start.first_game(GAMES["escalier"], cache, hidden=["scipy"])  # it says so by its CPU time
    assert cpu > 0


def test_the_page_has_a_place_for_the_figures() -> None:
    page = report.PAGE.read_text(encoding="utf-8")
    assert "no-such-figures" in report.between(page, report.BEGIN, report.END, "no-such-figures")
