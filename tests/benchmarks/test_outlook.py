"""How a net's chances are compared with what came of them."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from benchmarks.outlook import (
    BEGIN,
    END,
    Answer,
    best_heat,
    by_tenths,
    expected_error,
    heated,
    markdown,
    played,
    plot,
    tempered,
)  # fmt: skip
from benchmarks.strength import PAGE
from tests.conftest import Report
from toctoc.bots import layout
from toctoc.games.registry import GAMES


def answers(heat: float, count: int = 700) -> list[Answer]:
    """What an oracle says at another temperature than the right one."""
    rng, made = Random(1), []
    for _ in range(count):
        weights = [rng.random() for _ in range(3)]
        chances = tuple(weight / sum(weights) for weight in weights)
        won = rng.choices(range(3), chances)[0]
        made.append((chances, tuple(1.0 if seat == won else 0.0 for seat in range(3))))
    return heated(made, heat)


def test_what_an_oracle_says_is_right_and_one_that_is_too_sure_is_found_out() -> None:
    assert expected_error(by_tenths(answers(1.0))) < 0.05
    assert expected_error(by_tenths(answers(0.5))) > 0.06
    assert best_heat(answers(1.0)) == pytest.approx(1.0, abs=0.2)
    assert best_heat(answers(0.8)) == pytest.approx(1.25, abs=0.2)


def test_a_game_is_asked_at_every_choice_and_told() -> None:
    [game] = played("toctoctoc", 1, "test", cores=1)
    assert len(game) > 30
    assert {len(chances) for chances, _ in game} == {3}
    assert all(sum(chances) == pytest.approx(1.0) == sum(won) for chances, won in game)
    tenths = by_tenths(game)
    text = markdown("toctoctoc", 1, len(game), tenths, 1.0, tenths)
    assert "games of 3 to 5 players" in text
    assert plot(tenths).count("<circle") == len(tenths)
    assert BEGIN in PAGE.read_text("utf-8")
    assert END in PAGE.read_text("utf-8")


@pytest.mark.long
@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if layout.has_net(game)])
def test_the_chances_of_our_nets_are_right_on_the_whole(game: str, report: Report) -> None:
    judged = [answer for answers in played(game, 90, "long test") for answer in answers]
    error = expected_error(by_tenths(judged))
    report(f"what the net of {game} says of who wins: thousandths that it is off", round(1000 * error))
    assert error < 0.06  # 3 points are wanted; so few games err by 2 or 3 themselves


def test_a_tempered_net_plays_as_before_and_is_less_sure(tmp_path: Path) -> None:
    tempered("toctoctoc", 2.0, tmp_path / "cool.npz")
    (tmp_path / "as-it-is.npz").write_bytes(layout.weights(GAMES["toctoctoc"])[0])
    with np.load(tmp_path / "cool.npz") as cool, np.load(tmp_path / "as-it-is.npz") as given:
        assert sorted(cool.files) == sorted(given.files)
        for name in given.files:
            share = 0.5 if name.startswith("outlook") else 1.0
            assert np.allclose(cool[name], share * given[name].astype(np.float32), rtol=2e-3, atol=1e-6)
