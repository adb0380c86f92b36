"""The steps between levels, by compiled policies: the victories that count, and the lines about them."""

import pytest

from benchmarks import ladder
from benchmarks.ladder import Step, markdown, measured, odd_shares
from benchmarks.strength import PAGE
from toctoc.bots.policy_play import Results
from toctoc.core.compile import compiled


def test_the_odd_one_moves_on_by_a_seat_from_game_to_game() -> None:
    wins = [[1, 0, 0], [0, 0, 1], [1, 1, 0], [0, 1, 0]]  # in games 0 to 3 it sits at 0, 2, 1 and 0
    games = Results([], [], wins, [], [])
    assert odd_shares(games, 0, 3) == [1.0, 1.0, 0.5, 0.0]
    assert odd_shares(games, 1, 3) == [0.0, 0.0, 0.5, 0.0]


def test_a_step_up_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)
    monkeypatch.setattr(ladder, "AT_ONCE", 7)
    step = measured("escalier", 2, "chasseur", "petit-fantome", 40)
    assert step.share > 0.6
    assert 0.0 < step.error < 0.2
    back = measured("escalier", 2, "petit-fantome", "chasseur", 40)
    assert back.share < 0.4


def test_a_line_of_the_table_has_all_steps_of_a_game() -> None:
    steps = [
        Step("escalier", players, bot, below, 0.5, 0.012)
        for players in (2, 3)
        for bot, below in (("apprenti", "petit-fantome"), ("chasseur", "apprenti"))
    ]
    text = markdown(steps, 10_000)
    assert "| L'Escalier hanté | 3 | 0.333 | 0.500 ± 0.012 | 0.500 ± 0.012 |" in text
    assert text.count("L'Escalier") == 2
    page = PAGE.read_text("utf-8")
    assert page.index(ladder.BEGIN) < page.index(ladder.END)
