"""How a net's chances are compared with what came of them."""

from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks import win_probability
from benchmarks.strength import CALIBRATION
from benchmarks.win_probability import (
    MARKS,
    Answer,
    best_heat,
    by_tenths,
    expected_error,
    heated,
    markdown,
    played,
    plot,
    put,
    tempered,
)
from tests.conftest import Report
from toctoc.bots import bot_modules, net
from toctoc.core.registry import GAMES


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


def test_a_game_has_an_answer_for_every_choice() -> None:
    [game] = played("toctoctoc", 1, "test", cores=1)
    assert len(game) > 30
    assert {len(chances) for chances, _ in game} == {3}
    assert all(sum(chances) == pytest.approx(1.0) == sum(won) for chances, won in game)
    tenths = by_tenths(game)
    text = markdown("toctoctoc", 1, len(game), tenths)
    assert "games of 3 to 5 players" in text
    assert plot(tenths).count("<circle") == len(tenths)
    assert all(mark.format("toctoctoc") in CALIBRATION.read_text("utf-8") for mark in MARKS)


@pytest.mark.long
@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if bot_modules.has_net(game)])
def test_the_chances_of_our_nets_are_right_on_the_whole(game: str, report: Report) -> None:
    judged = [answer for answers in played(game, 90, "long test") for answer in answers]
    error = expected_error(by_tenths(judged))
    report(f"what the net of {game} says of who wins: thousandths that it is off", round(1000 * error))
    assert error < 0.06  # 3 points are wanted; so few games err by 2 or 3 themselves


def test_a_tempered_net_plays_as_before_and_is_less_sure() -> None:
    packed, _ = bot_modules.weights(GAMES["toctoctoc"])
    with np.load(BytesIO(tempered(packed, 2.0))) as cool, np.load(BytesIO(packed)) as given:
        assert sorted(cool.files) == sorted(given.files)
        for name in given.files:
            share = 0.5 if name.startswith(net.WIN_PROBABILITY) else 1.0
            assert cool[name].dtype == given[name].dtype
            assert np.allclose(cool[name], share * given[name].astype(np.float32), rtol=2e-3, atol=1e-6)


def test_weights_are_put_where_the_bots_look_and_their_card_has_their_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed, card = bot_modules.weights(GAMES["toctoctoc"])
    (tmp_path / "weights.md").write_text(card, encoding="utf-8")
    monkeypatch.setattr(
        win_probability, "import_module", lambda _: SimpleNamespace(__file__=str(tmp_path / "bots.py"))
    )
    for remark in ("at 1.1", "at 1.2"):
        put("toctoctoc", packed + remark.encode(), remark)
    assert (tmp_path / "weights.npz").read_bytes() == packed + b"at 1.2"
    text = (tmp_path / "weights.md").read_text("utf-8")
    assert f"| win probability | at 1.2 |\n| SHA-256 | `{sha256(packed + b'at 1.2').hexdigest()}` |" in text
    assert text.count("| win probability |") == 1
