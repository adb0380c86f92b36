"""Read a dataset: its parts, and the record of every game, as `toctoc simulate --record` writes it."""

from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from toctoc.arena.plan import Simulation
from toctoc.arena.simulation import record_line, repeat_step
from toctoc.core.match import Match
from toctoc.lab import extra

from . import parquet
from .plan import DamagedPart, PartFiles, read_header, simulation_in
from .playing import PlayedGames


def parts(folder: Path) -> Iterator[PlayedGames]:
    """Yield the parts of a dataset, in order; raise a `ValueError` of `plan` if the folder cannot be read."""
    extra.check("pyarrow")
    players = read_header(folder)["players"]
    for number, path in enumerate(sorted((folder / "games").glob("part-*.parquet"))):
        part = PartFiles(folder, number)
        if path != part.games:
            raise DamagedPart(part.games)
        yield parquet.read(part, players)


def records(folder: str | PathLike[str]) -> Iterator[str]:
    """Yield the record of every game of a dataset, in order: the lines that `toctoc simulate --record` writes.

    Args:
        folder: A folder that `toctoc dataset` wrote.

    Raises:
        ValueError: If the folder is not a dataset, or is damaged.
    """
    simulation = simulation_in(Path(folder))
    for part in parts(Path(folder)):
        begin = 0
        for number, end in enumerate(part.ends.tolist(), part.first):
            steps = zip(part.seats[begin:end].tolist(), part.codes[begin:end].tolist(), strict=True)
            yield record_line(simulation, number, replayed(simulation, steps))
            begin = end


def replayed(simulation: Simulation, steps: Iterator[tuple[int, int]]) -> Match:
    """Play a game again from its steps."""
    match = Match(simulation.game, simulation.players, simulation.options)
    for seat, code in steps:
        repeat_step(match, seat, code)
    return match
