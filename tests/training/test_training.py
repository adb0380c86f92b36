"""A short training on the CPU learns, continues after a pause, and gives the same network for the same seed."""

import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.nightly, pytest.mark.compiled]
torch = pytest.importorskip("torch", reason="PyTorch is for training alone: python3 run.py train installs it")

import numpy as np  # noqa: E402  # first what says whether there is a PyTorch

from toctoc import games  # noqa: E402
from toctoc.bots.bot import SeatInfo  # noqa: E402
from toctoc.core.match import Match  # noqa: E402
from training.__main__ import main  # noqa: E402
from training.train import Plan, Training  # noqa: E402

WEIGHTS, OTHER_GAME = (
    Path(str(games.__file__)).parent / f"{game}/bots/weights.npz" for game in ("toctoctoc", "escalier")
)
SIZES: dict[str, Any] = {
    "game": "toctoctoc", "device": "cpu", "seed": 1, "minutes": 1.0, "rounds": 0, "pause": 0.0, "threads": 2,
    "groups": 4, "rows": 256, "steps": 32, "batch": 2048, "epochs": 1, "critic": 128, "judged": 512, "every": 60.0,
    "respond": None, "lesson": 0.0,
}  # fmt: skip
SMALL: dict[str, Any] = {"rows": 16, "judged": 32, "threads": 1}


def trained(folder: Path, **chosen: Any) -> Training:
    training = Training(Plan(**{**SIZES, **chosen}), folder, say=lambda line: None)
    training.run()
    return training


def weights(folder: Path) -> dict[str, Any]:
    with np.load(folder / "toctoctoc.npz", allow_pickle=False) as found:
        return {name: found[name] for name in found.files}


def test_two_minutes_beat_random_players_clearly(tmp_path: Path) -> None:
    training = trained(tmp_path, rounds=60)
    share, games = training.judged("random")
    assert games >= 500
    assert share > 0.40  # parity is .25, and the interval about ± .04
    assert json.loads((tmp_path / "curve.json").read_text(encoding="utf-8"))[-1]["random"] == share
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_same_seed_gives_the_same_network(tmp_path: Path) -> None:
    for name in ("one", "two"):
        trained(tmp_path / name, **SMALL, rounds=2, exploiters=1)
    trained(tmp_path / "other", **SMALL, rounds=2, exploiters=1, seed=2)
    one, two, other = (weights(tmp_path / name) for name in ("one", "two", "other"))
    assert all(np.array_equal(one[name], two[name]) for name in one)
    assert not np.array_equal(one["first.weight"], other["first.weight"])


def test_a_training_continues_from_its_checkpoint(tmp_path: Path) -> None:
    first = trained(tmp_path, **SMALL, rounds=2, exploiters=1)
    training = Training(Plan(**{**SIZES, **SMALL, "rounds": 3, "exploiters": 1}), tmp_path, say=lambda line: None)
    training.load()
    assert first.exploiter is not None
    assert training.exploiter is not None
    for one, again in ((first.teacher, training.teacher), (first.exploiter, training.exploiter)):
        assert again.updates == one.updates > 0
        assert torch.equal(again.player.policy.weight, one.player.policy.weight)
    training.run()
    assert training.progress.rounds == 3
    assert all("exploiter" in point for point in training.curve)
    assert [point["decisions"] for point in training.curve][-1] == 3 * 4 * 16 * 32


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"weights\.npz is of another game: its net has \d+ inputs, not 422"):
        trained(tmp_path, **SMALL, rounds=1, start=OTHER_GAME)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--groups", "4", "--exploiters", "5"], "--exploiters 5: 0 to 4"),
        (["--groups", "4", "--exploiters", "2", "--challenges", "3"], "--challenges 3: 0 to 2"),
        (["--exploiters", "2", "--respond", str(WEIGHTS)], "--exploiters is for a net that learns to play"),
    ],
)
def test_impossible_groups_are_refused(
    given: list[str], why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["train", "toctoctoc", *given])
    with pytest.raises(SystemExit):
        main()
    assert why in capsys.readouterr().err


def test_the_weights_are_small_and_play(monkeypatch: pytest.MonkeyPatch) -> None:
    from training import player

    assert WEIGHTS.stat().st_size <= 400_000
    monkeypatch.setenv("TOCTOC_WEIGHTS", str(WEIGHTS))
    match = Match("toctoctoc", 4)
    nets = [player.Net(SeatInfo(match.game, 4, match.options, seat, 1)) for seat in range(4)]
    for seat, net in enumerate(nets):
        match.listen(seat, net.observe)
    match.draw_from(lambda count: count // 2)
    while not match.over:
        assert match.asked is not None
        match.play(match.asked, nets[match.asked].act(match.view(match.asked), match.legal(match.asked)))
    assert match.winners
