"""Write a row of a state into an observation: number by number here, at once where `lab.rows` compiles it."""

from typing import Any


def write(out: Any, at: int, row: Any, length: int) -> None:
    """Write the first `length` numbers of `row` to `out` from `at` on; see `toctoc.lab.rows`, too."""
    for n in range(length):
        out[at + n] = row[n]
