"""Exported networks play like the trained ones, also where an action is the sum of its parts."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.nightly
torch = pytest.importorskip("torch", reason="PyTorch is for training alone: python3 run.py train installs it")

import numpy as np  # noqa: E402  # first what says whether there is a PyTorch

from toctoc.bots.net import NumpyNet, PlainNet  # noqa: E402
from toctoc.bots.npz import read_npz  # noqa: E402
from training import nets  # noqa: E402

INPUTS = 5
PARTS = [(0,), (1,), (2, 3), (2, 4, 1)]


@pytest.mark.parametrize("parts", [None, PARTS])
def test_an_exported_network_is_imported_again(tmp_path: Path, parts: nets.Parts | None) -> None:
    player = nets.Player(INPUTS, len(PARTS), parts)
    player.scale.fill_(0.5)
    nets.export(player.state_dict(), tmp_path / "net.npz", parts)
    again = nets.imported(tmp_path / "net.npz")
    seen, every = torch.randint(-5, 5, (3, INPUTS)), torch.ones(3, len(PARTS), dtype=torch.bool)
    assert torch.allclose(player(seen, every)[0], again(seen, every)[0], atol=1e-3)
    assert ("parts" in np.load(tmp_path / "net.npz").files) == (parts is not None)


@pytest.mark.parametrize("parts", [None, PARTS])
def test_numpy_and_plain_python_compute_the_same_as_pytorch(tmp_path: Path, parts: nets.Parts | None) -> None:
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
