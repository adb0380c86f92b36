"""Compilation is reported once for a game, only if Numba really compiles, and only interactively."""

import sys
from pathlib import Path

import pytest

from toctoc.core.compile import compiled, notice
from toctoc.core.game import Game
from toctoc.core.registry import GAMES

pytestmark = pytest.mark.compiled
LINE = "Compiling L'Escalier hanté, once; about 40 s\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with an empty cache, in an interactive process that has reported nothing."""
    monkeypatch.setenv("TOCTOC_CACHE", str(tmp_path))
    monkeypatch.setattr(notice, "_reported", set())
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)


def compile_some() -> None:
    """Compile two functions of the rules with checks of bounds, or find them in the cache."""
    notice.listen()
    fast = compiled._compiled_once.__wrapped__(GAMES["escalier"].rules, True, compiled.CPU)
    state = fast.blank()[0]
    fast.rules.over(state)
    fast.rules.score(state, 0)


@pytest.mark.usefixtures("cache")
def test_a_game_is_reported_once_and_code_in_the_cache_never(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_some()
    assert capsys.readouterr().err == LINE
    monkeypatch.setattr(notice, "_reported", set())
    compile_some()
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("cache")
def test_a_program_gets_no_report(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(sys, "ps1")
    compile_some()
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("cache")
def test_a_progress_bar_replaces_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    games: list[Game] = []
    with notice.reporting_to(games.append):
        compile_some()
    assert games == [GAMES["escalier"]]
    assert capsys.readouterr().err == ""
