"""A short training on the CPU: it learns, it goes on where it was left, and the same seed gives the same net."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.long, pytest.mark.compiled]
torch = pytest.importorskip("torch", reason="PyTorch is for training alone: python3 run.py train installs it")

import numpy as np  # noqa: E402  # first what says whether there is a PyTorch

from toctoc import games  # noqa: E402
from toctoc.arena.results import win_share  # noqa: E402
from toctoc.bots.bot import SeatInfo  # noqa: E402
from toctoc.core.match import Match  # noqa: E402
from toctoc.games.toctoctoc.rules import ANSWERING  # noqa: E402
from toctoc.games.toctoctoc.words import Refuse  # noqa: E402
from training import compare, nets  # noqa: E402
from training.__main__ import main  # noqa: E402
from training.crew import LEARNER, OLDER  # noqa: E402
from training.league import MODEL  # noqa: E402
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


def test_two_minutes_of_the_staircase_beat_random_players_clearly(tmp_path: Path) -> None:
    training = trained(tmp_path, game="escalier", rounds=40)
    assert training.judged("random")[0] > 0.8  # it remembers all; parity is .25
    assert training.judged("medium")[0] > 0.22


def test_two_minutes_of_chocottes_beat_random_players_clearly(tmp_path: Path) -> None:
    training = trained(tmp_path, game="chocottes", rounds=30)
    assert training.judged("random")[0] > 0.6  # parity is .25
    before = trained(tmp_path / "untrained", game="chocottes", rounds=1)
    assert training.judged("chasseur")[0] > before.judged("chasseur")[0]


def test_a_lesson_shows_what_comte_does(tmp_path: Path) -> None:
    training = trained(tmp_path, game="escalier", rounds=8, lesson=1.0)
    played = training.rollouts.played
    model, mask = played.flat("model"), played.flat("mask")[: len(played.flat("model"))]
    assert (played.flat("whose")[: len(model)][model] == MODEL).all()
    taken = played.flat("actions")[model]
    assert mask[model].gather(1, taken[:, None]).all()

    def likely(player: Any) -> float:
        with torch.no_grad():
            logits, _ = player(played.flat("inputs")[: len(model)][model], mask[model])
        return float(torch.log_softmax(logits, 1).gather(1, taken[:, None]).mean())

    assert likely(training.teacher.player) > likely(training.older[0])


def test_the_same_seed_gives_the_same_net(tmp_path: Path) -> None:
    for name in ("one", "two"):
        trained(tmp_path / name, **SMALL, rounds=2, exploiters=1)
    trained(tmp_path / "other", **SMALL, rounds=2, exploiters=1, seed=2)
    one, two, other = (weights(tmp_path / name) for name in ("one", "two", "other"))
    assert all(np.array_equal(one[name], two[name]) for name in one)
    assert not np.array_equal(one["first.weight"], other["first.weight"])


@pytest.mark.parametrize("is_early", [False, True])
def test_it_goes_on_where_it_was_left(tmp_path: Path, is_early: bool) -> None:
    """Early checkpoints have the former name of the exploiter."""
    first = trained(tmp_path, **SMALL, rounds=2, exploiters=1)
    training = Training(Plan(**{**SIZES, **SMALL, "rounds": 3, "exploiters": 1}), tmp_path, say=lambda line: None)
    if is_early:
        kept = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
        kept["hunter"] = kept.pop("exploiter")
        for point in kept["curve"]:
            point["hunter"] = point.pop("exploiter")
        torch.save(kept, tmp_path / "checkpoint.pt")
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


def test_a_best_response_meets_one_net_and_nobody_else(tmp_path: Path) -> None:
    training = trained(tmp_path, **SMALL, rounds=1, respond=WEIGHTS)
    for group in training.groups:
        assert all(sorted(row)[-2:] == [OLDER, LEARNER] for row in group.rows.seated[:, : group.players].tolist())
    assert 0.0 <= training.curve[-1]["past"] < 0.25  # a beginner against three of it
    again = training.older[0].state_dict()
    nets.export(again, tmp_path / "again.npz")
    with np.load(tmp_path / "again.npz") as found, np.load(WEIGHTS) as given:
        assert all(np.array_equal(found[name], given[name]) for name in found.files)


def test_a_challenger_sits_alone_at_tables_of_an_older_net(tmp_path: Path) -> None:
    training = trained(tmp_path, **SMALL, rounds=1, challenges=1)
    alone, *others = training.groups
    for row in alone.rows.seated[:, : alone.players].tolist():
        assert sorted(row) == [*[OLDER] * (alone.players - 1), LEARNER]
    assert any((group.rows.seated[:, : group.players] == LEARNER).sum(1).max() > 1 for group in others)


def test_an_exploiter_sits_among_learners_and_learns_from_its_own_decisions(tmp_path: Path) -> None:
    training = trained(tmp_path, **SMALL, rounds=1, exploiters=2)
    exploiter = training.exploiter
    assert exploiter is not None
    for group in training.groups[-2:]:
        for row in group.rows.seated[:, : group.players].tolist():
            assert sorted(row) == [OLDER, *[LEARNER] * (group.players - 1)]
    before, after = training.older[0].state_dict(), exploiter.player.state_dict()
    assert not torch.equal(before["policy.weight"], after["policy.weight"])
    assert not torch.equal(training.teacher.player.state_dict()["policy.weight"], after["policy.weight"])
    assert 0.0 <= training.curve[-1]["exploiter"] <= 1.0


def test_actions_of_an_exploiter_are_known_with_their_probabilities(tmp_path: Path) -> None:
    training = Training(Plan(**{**SIZES, **SMALL, "rounds": 1, "exploiters": 4}), tmp_path, say=lambda line: None)
    assert training.exploiter is not None
    with torch.no_grad():
        training.exploiter.player.policy.bias[0] = 3.0  # so that it differs from the player
    exploiter = copy.deepcopy(training.exploiter.player)
    played = training.rollouts.play(training.teacher.player, [exploiter] * 4, training.generator)
    count = len(played.flat("actions"))
    its = played.flat("whose")[:count] == OLDER
    assert 100 < int(its.sum()) < count / 2
    logits, _ = exploiter(played.flat("inputs")[:count][its], played.flat("mask")[:count][its])
    chances = torch.log_softmax(logits, 1).gather(1, played.flat("actions")[its][:, None])[:, 0]
    assert torch.allclose(chances, played.flat("chances")[its], atol=1e-5)


def test_who_begins_with_weights_waits_for_the_critic(tmp_path: Path) -> None:
    training = trained(tmp_path, **SMALL, rounds=1, start=WEIGHTS)
    with np.load(WEIGHTS) as given:
        assert all(np.allclose(given[name], found, 2e-3, 1e-4) for name, found in weights(tmp_path).items())
    training.teacher.critic_warmup = 0
    training.plan = replace(training.plan, rounds=2)
    before = copy.deepcopy(training.teacher.player.state_dict())
    training.run()
    assert not torch.equal(training.teacher.player.state_dict()["policy.weight"], before["policy.weight"])


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"weights\.npz is of another game: its net has \d+ inputs, not 422"):
        trained(tmp_path, **SMALL, rounds=1, start=OTHER_GAME)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--groups", "4", "--exploiters", "5"], "--exploiters 5: 0 to 4"),
        (["--groups", "4", "--hunted", "5"], "--exploiters 5: 0 to 4"),
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


def test_a_net_plays_in_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    from training import contest

    monkeypatch.setenv("TOCTOC_WEIGHTS", str(WEIGHTS))
    [plan] = contest.contests("toctoctoc", 3, ["random"], games=30, seed=1)
    [blocks] = contest.play([plan], minutes=60)
    assert len(blocks) == 10
    assert win_share(contest.NET, blocks).value > 0.4  # parity is 1/3; it wins about .7


def test_a_stubborn_net_never_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    from training import player

    monkeypatch.setenv("TOCTOC_WEIGHTS", str(WEIGHTS))
    monkeypatch.setenv("TOCTOC_LAW", "never-opens")
    match = Match("toctoctoc", 3)
    nets = [player.Stubborn(SeatInfo(match.game, 3, match.options, seat, 1)) for seat in range(3)]
    answers = set()
    for seat, net in enumerate(nets):
        match.listen(seat, net.observe)
    match.draw_from(lambda count: count // 2)
    while not match.over:
        assert match.asked is not None
        done = nets[match.asked].act(match.view(match.asked), match.legal(match.asked))
        if match.state.phase == ANSWERING:
            answers.add(done)
        match.play(match.asked, done)
    assert answers == {Refuse()}


def test_guests_of_any_width_sit_where_older_selves_do(tmp_path: Path) -> None:
    narrow = trained(tmp_path / "narrow", **SMALL, rounds=1, width=32)
    assert narrow.teacher.player.first.out_features == 32
    guest = tmp_path / "narrow" / "toctoctoc.npz"
    training = trained(tmp_path / "met", **SMALL, rounds=1, guests=(guest, WEIGHTS))
    drawn = [training._older_net() for _ in range(60)]
    assert {*map(id, drawn)} == {*map(id, [*training.guests, *training.older])}
    assert [net.first.out_features for net in training.guests] == [32, nets.LAYER_WIDTH]


def test_nets_are_compared_at_tables_of_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trained(tmp_path, **SMALL, rounds=1)
    compare.main([str(WEIGHTS), str(tmp_path / "toctoctoc.npz"), "--games", "64", "--temperature", ".5"])
    said = capsys.readouterr().out
    shares = {row.split(" | ")[0]: float(row.split(" | ")[2].rstrip(" |")) for row in said.splitlines()[3:]}
    assert shares["| weights"] > 0.4  # a beginner is beaten
    assert shares["| toctoctoc"] < 0.25
