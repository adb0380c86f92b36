"""Play the same games on the processor and on a GPU, and compare every array after every step.

python -m tests.lab.cuda_lockstep GAME ROWS STEPS; with NUMBA_ENABLE_CUDASIM=1 the GPU is simulated.
"""

import sys
from typing import Any

import numpy as np
import pytest

from toctoc.core.compile import compiled
from toctoc.core.registry import find
from toctoc.lab import IllegalAction, Tables

ARRAYS = ("seat", "obs", "mask", "rewards", "terminations", "scores", "game")


def on_host(array: Any) -> Any:
    """Copy an array from the GPU."""
    return array.get() if hasattr(array, "get") else array


def let_fields_hide_methods() -> None:
    """Let a field of a simulated record hide a method of NumPy with its name: `State.round`."""
    from numba.cuda.simulator.cudadrv.devicearray import FakeWithinKernelCUDAArray as Simulated

    otherwise = Simulated.__getattr__

    def named(array: Any, name: str) -> Any:
        fields = array._item._ary.dtype.names or ()
        return array[name] if name in fields else otherwise(array, name)

    Simulated.__getattr__ = named


def main(name: str, rows: int, steps: int) -> None:
    if compiled.simulated():
        let_fields_hide_methods()
    players = find(name).players[-1]
    there = Tables(name, players, rows, seed=3, device="cuda")
    here = Tables(name, players, rows, seed=3)
    for step in range(steps):
        actions = here.sample()
        assert (actions == on_host(there.sample())).all(), f"other samples in step {step}"
        for array in ARRAYS:
            same = np.array_equal(getattr(here, array), on_host(getattr(there, array)))
            assert same, f"another {array} in step {step}"
        here.step(actions)
        there.step(actions)
    before = on_host(there.obs).copy()
    with pytest.raises(IllegalAction, match="row 1: the action -1 is not legal"):
        there.step(np.where(np.arange(rows) == 1, -1, there.sample().tolist()))
    assert np.array_equal(before, on_host(there.obs)), "an illegal action changed something"
    print(f"{rows * steps} decisions are the same")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
