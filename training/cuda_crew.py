"""Run `crew` on a GPU, one row in each thread."""

from typing import Any

from numba import cuda

from training import crew


def step(n: int, rows: Any, chosen: Any, actions: Any, skipping: int) -> None:
    row = cuda.grid(1)
    if row < n:
        crew.step(row, row + 1, rows, chosen, actions, skipping)


def sample(n: int, rows: Any, actions: Any) -> None:
    row = cuda.grid(1)
    if row < n:
        crew.sample(row, row + 1, rows, actions)
