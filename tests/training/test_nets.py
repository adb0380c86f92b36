"""Nets as files: what is written is what plays, also where an action is the sum of its parts."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.long
torch = pytest.importorskip("torch", reason="PyTorch is for training alone: python3 run.py train installs it")

import numpy as np  # noqa: E402  # first what says whether there is a PyTorch

from toctoc.bots.net import NumpyNet, PlainNet  # noqa: E402
from toctoc.bots.npz import read_npz  # noqa: E402
from toctoc.games.chocottes.bots import action_parts, features  # noqa: E402
from training import nets  # noqa: E402

INPUTS = 5
PARTS = [(0,), (1,), (2, 3), (2, 4, 1)]


def test_an_action_has_the_sum_of_the_logits_of_its_parts() -> None:
    player = nets.Player(INPUTS, len(PARTS), PARTS)
    seen = torch.randint(-5, 5, (3, INPUTS))
    x = torch.relu(player.second(torch.relu(player.first(seen.float()))))
    parts = player.policy(x)
    logits, _ = player(seen, torch.ones(3, len(PARTS), dtype=torch.bool))
    expected = torch.stack([parts[:, list(its)].sum(1) for its in PARTS], 1)
    assert torch.allclose(logits, expected, atol=1e-6)


@pytest.mark.parametrize("parts", [None, PARTS])
def test_what_was_written_is_read_again(tmp_path: Path, parts: nets.Parts | None) -> None:
    player = nets.Player(INPUTS, len(PARTS), parts)
    player.scale.fill_(0.5)
    nets.export(player.state_dict(), tmp_path / "net.npz", parts)
    again = nets.imported(tmp_path / "net.npz")
    seen, every = torch.randint(-5, 5, (3, INPUTS)), torch.ones(3, len(PARTS), dtype=torch.bool)
    assert torch.allclose(player(seen, every)[0], again(seen, every)[0], atol=1e-3)
    assert ("parts" in np.load(tmp_path / "net.npz").files) == (parts is not None)


def test_a_player_adopts_what_another_has_learned() -> None:
    found, player = nets.Player(INPUTS, len(PARTS)), nets.Player(INPUTS, len(PARTS))
    nets.scale_inputs([player], torch.randn(100, INPUTS) * 3)
    scale = player.scale.clone()
    nets.adopt(player, found)
    seen, every = torch.randint(-5, 5, (3, INPUTS)), torch.ones(3, len(PARTS), dtype=torch.bool)
    for expected, answered in zip(found(seen, every), player(seen, every), strict=True):
        assert torch.allclose(expected, answered, atol=1e-5)
    assert torch.equal(player.scale, scale)


def test_a_net_of_chocottes_is_small(tmp_path: Path) -> None:
    player = nets.Player(features.FEATURES, len(action_parts.PARTS), action_parts.PARTS)
    nets.export(player.state_dict(), tmp_path / "net.npz", action_parts.PARTS)
    assert (tmp_path / "net.npz").stat().st_size <= 400_000


@pytest.mark.parametrize("parts", [None, PARTS])
def test_numpy_and_plain_python_judge_as_pytorch_does(tmp_path: Path, parts: nets.Parts | None) -> None:
    nets.export(nets.Player(INPUTS, len(PARTS), parts).state_dict(), tmp_path / "net.npz", parts)
    again = nets.imported(tmp_path / "net.npz")
    with np.load(tmp_path / "net.npz", allow_pickle=False) as found:
        fast = NumpyNet({name: found[name] for name in found.files})
    seen, every = torch.randint(-5, 5, (3, INPUTS)), torch.ones(3, len(PARTS), dtype=torch.bool)
    logits, victory = (expected.detach().numpy() for expected in again(seen, every))
    for net in (fast, PlainNet(read_npz((tmp_path / "net.npz").read_bytes()))):
        assert (net.inputs, net.actions) == (INPUTS, len(PARTS))
        rows = seen.tolist()
        assert np.allclose(logits, [net.logits(row, range(len(PARTS))) for row in rows], atol=1e-4)
        assert np.allclose(victory, net.victory(rows), atol=1e-4)
