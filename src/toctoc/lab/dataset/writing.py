"""Write a dataset part by part, on all cores or on a cluster, from where it stopped."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from toctoc.arena.plan import Batch, Simulation
from toctoc.arena.pool import Workers, spread
from toctoc.lab import extra

from . import parquet
from .plan import Part, TooManyGames, batches, open_folder, part_size, write_whole
from .playing import play


@dataclass(frozen=True, slots=True)
class Written:
    """Hold the size of a dataset."""

    games: int
    steps: int
    bytes: int


def write(
    simulation: Simulation,
    folder: Path,
    workers: Workers = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Written:
    """Play the games of a simulation into a folder; parts that exist are kept.

    `progress` is called with the number of games done since the last call. A `ValueError` of `plan` says why the
    folder cannot be used, before anything has changed.
    """
    extra.check("pyarrow")
    size = part_size(simulation)
    wanted = batches(simulation, size)
    if folder.is_dir():
        _check_extent(folder, wanted)
    open_folder(folder, simulation, size)
    missing = [
        (number, batch) for number, batch in enumerate(wanted) if not _is_there(Part(folder, number), batch)
    ]
    if known := simulation.games - sum(count for _, (_, count) in missing):
        progress(known)
    if missing:
        play(simulation, (0, 1))  # compiles, once, before the cores share it
    pieces = [batch for _, batch in missing]
    with closing(spread(partial(make_part, simulation), pieces, workers)) as made:
        for (number, (_, count)), (games, steps) in zip(missing, made, strict=True):
            part = Part(folder, number)
            write_whole(part.steps, steps)
            write_whole(part.games, games)  # last: a part is there when its games are
            progress(count)
    return _extent(folder, len(wanted))


def make_part(simulation: Simulation, batch: Batch) -> tuple[bytes, bytes]:
    """Return the files of a part: its games, and their steps."""
    return parquet.written(simulation, play(simulation, batch))


def _is_there(part: Part, batch: Batch) -> bool:
    return part.steps.is_file() and parquet.rows(part.games) == batch[1]


def _check_extent(folder: Path, wanted: list[Batch]) -> None:
    """Refuse a folder with more games than are wanted, rather than throw some away."""
    files = sorted((folder / "games").glob("part-*.parquet"))
    last = len(wanted) - 1
    if len(files) > len(wanted) or (len(files) == len(wanted) and parquet.rows(files[last]) > wanted[last][1]):
        raise TooManyGames(sum(map(parquet.rows, files)))


def _extent(folder: Path, parts: int) -> Written:
    every = [Part(folder, number) for number in range(parts)]
    size = sum(path.stat().st_size for part in every for path in (part.games, part.steps))
    return Written(
        sum(parquet.rows(part.games) for part in every), sum(parquet.rows(part.steps) for part in every), size
    )
