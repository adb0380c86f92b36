"""`toctoc warm-up` compiles beforehand all that commands and environments would compile."""

import pytest

from tests.cli.invoke import run
from toctoc import extras
from toctoc.core.compile import compiled
from toctoc.core.registry import GAMES
from toctoc.lab import warming


def test_every_part_of_the_games_named_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(compiled, "available", lambda: True)
    monkeypatch.setattr(warming, "parts", lambda game: [lambda: done.append(game.name)] * 2)
    result = run("warm-up", "escalier", "chocottes", "--lang", "en")
    assert result.exit_code == 0
    assert done == ["escalier", "escalier", "chocottes", "chocottes"]
    assert result.stdout == (
        "The Haunted Staircase, the card game: ready after 0 s.\nToc Chocottes: ready after 0 s.\n"
    )
    run("warm-up")
    assert list(dict.fromkeys(done[4:])) == list(GAMES)


def test_without_numba_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)
    result = run("warm-up")
    assert result.exit_code == 2
    assert extras.how("fast") in result.stderr


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_all_its_parts(name: str) -> None:
    found = [part.func.__name__ for part in warming.parts(GAMES[name])]  # type: ignore[attr-defined]  # partial
    assert found == [
        "play_compiled", "warm_up", "compile_policies", "play_tables", "play_single_table", "play_solo"
    ]  # fmt: skip
