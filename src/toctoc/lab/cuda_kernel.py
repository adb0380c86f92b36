"""Run `batch_kernel` on a GPU, one row in each thread: the kernels of `Tables(..., device="cuda")`.

Loaded once per game, with the `batch_kernel` of that game.
"""

from typing import Any

from numba import cuda

from toctoc.lab import batch_kernel


def seed_dice(n: int, seed: int, dice: Any) -> None:
    row = cuda.grid(1)
    if row < n:
        batch_kernel.seed_dice(row, row + 1, seed, dice)


def reset(n: int, batch: Any) -> None:
    row = cuda.grid(1)
    if row < n:
        batch_kernel.reset(row, row + 1, batch)


def illegal(n: int, actions: Any, legal: Any, wrong: Any) -> None:
    """Write the first row with an illegal action to `wrong`, which holds `n`."""
    row = cuda.grid(1)
    if row < n and batch_kernel.illegal(row, row + 1, actions, legal) >= 0:
        cuda.atomic.min(wrong, 0, row)


def step(n: int, actions: Any, luck_mode: int, wrong: Any, batch: Any) -> None:
    """Apply an action at every table, unless `illegal` has found a wrong one."""
    row = cuda.grid(1)
    if row < n and wrong[0] == n:
        batch_kernel.step(row, row + 1, actions, luck_mode, batch)


def sample(n: int, luck_mode: int, drawing: Any, out: Any) -> None:
    row = cuda.grid(1)
    if row < n:
        batch_kernel.sample(row, row + 1, luck_mode, drawing, out)
