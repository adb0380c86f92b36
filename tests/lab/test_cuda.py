"""Tables on a GPU play the same games as on the processor: on a real one, or in Numba's simulation of one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scale import each, scaled

from .side_by_side import COMPILED

pytestmark = pytest.mark.compiled
ROOT = Path(__file__).parents[2]


def compared(game: str, rows: int, steps: int, **environment: str) -> str:
    """Compare all arrays after each step in a process of its own: Numba reads its settings at the start."""
    command = [sys.executable, "-m", "tests.lab.cuda_lockstep", game, str(rows), str(steps)]
    environ = {**os.environ, **environment}
    done = subprocess.run(command, env=environ, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@each("game", COMPILED)
def test_a_simulated_gpu_plays_the_same_games(game: str) -> None:
    assert compared(game, 2, scaled(12, 40), NUMBA_ENABLE_CUDASIM="1").endswith(" decisions are the same\n")


@each("game", COMPILED)
def test_a_gpu_plays_the_same_games(game: str) -> None:
    cuda = pytest.importorskip("numba.cuda")
    if not cuda.is_available():
        pytest.skip("this machine has no NVIDIA GPU")
    assert compared(game, 4096, 400) == "1638400 decisions are the same\n"
