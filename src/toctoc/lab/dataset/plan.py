"""Plan a dataset: its folder, its header and its parts.

`dataset.json` is the header of a journal (`toctoc.journal`). A block is a part: `games/part-NNNNNN.parquet` and
`steps/part-NNNNNN.parquet` hold a range of games, and each file appears whole or not at all. A run that was
stopped goes on with the missing parts.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from toctoc import journal
from toctoc.arena.plan import Batch, Simulation
from toctoc.arena.simulation import slow_bots
from toctoc.core import options
from toctoc.core.registry import find

from .card import CARD_FILE, card

HEADER_FILE = "dataset.json"
RANDOM_PART, POLICY_PART, MATCH_PART = 40_000, 10_000, 100  # games; a second's work or more


class AnotherDataset(ValueError):
    """Raised for a folder with another dataset; `differing` has the names that differ, and is empty for none."""

    def __init__(self, folder: Path, differing: list[str]) -> None:
        none = (
            f"there is no dataset in {folder}, where {HEADER_FILE} would tell which; `toctoc dataset` writes one"
        )
        super().__init__(f"{folder} has another dataset: {', '.join(differing)}" if differing else none)
        self.differing = differing


class TooManyGames(ValueError):
    """Raised for a folder that has more games than are wanted."""

    def __init__(self, games: int) -> None:
        super().__init__(f"the folder has {games} games already")
        self.games = games


class DamagedPart(ValueError):
    """Raised for a dataset of which the part `path` is missing or cannot be read."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is missing or damaged")
        self.path = path


@dataclass(frozen=True, slots=True)
class PartFiles:
    """Name the two files that hold a range of games."""

    folder: Path
    number: int

    @property
    def games(self) -> Path:
        return self._file("games")

    @property
    def steps(self) -> Path:
        return self._file("steps")

    def _file(self, table: str) -> Path:
        return self.folder / table / f"part-{self.number:06}.parquet"


def part_size(simulation: Simulation) -> int:
    """Return how many games a part has; the last may have fewer."""
    if not simulation.lineup:
        return RANDOM_PART
    return MATCH_PART if slow_bots(simulation) else POLICY_PART


def batches(simulation: Simulation, size: int) -> list[Batch]:
    """Return the games of each part."""
    return [(first, min(size, simulation.games - first)) for first in range(0, simulation.games, size)]


def header(simulation: Simulation, size: int) -> journal.Header:
    """Return the header of a dataset with parts of `size` games."""
    table = simulation.game, simulation.players, simulation.options
    more = {"bots": list(simulation.lineup), "seed": simulation.seed, "part": size}
    return journal.header("dataset", *table, {**more, **journal.bot_files(simulation.lineup)})


def read_header(folder: Path) -> journal.Header:
    """Read the header of the dataset in `folder`; raise `AnotherDataset` if there is none of a known format."""
    found = journal.read_header(folder / HEADER_FILE)
    if found.get("dataset") != journal.FORMAT:
        raise AnotherDataset(folder, [])
    return found


def seed_in(folder: Path) -> int | None:
    """Return the seed of the dataset in `folder`; None if there is none."""
    return journal.seed_in(folder / HEADER_FILE)


def simulation_in(folder: Path) -> Simulation:
    """Return the simulation of the dataset in `folder`; its number of games is that of one part.

    Raises `AnotherDataset`, or `BadOption` for an option that this version does not have.
    """
    found = read_header(folder)
    game = find(found["game"])
    if found["rules"] != game.rules.VERSION:
        raise AnotherDataset(folder, ["rules"])
    chosen = options.complete(game.options, found["options"])
    return Simulation(game.name, found["players"], found["part"], found["seed"], chosen, tuple(found["bots"]))


def open_folder(folder: Path, simulation: Simulation, size: int) -> None:
    """Prepare `folder` for a dataset, or continue the one that it has.

    Raises `AnotherDataset` before anything has changed.
    """
    expected = header(simulation, size)
    if folder.exists() and any(folder.iterdir()):
        try:
            journal.compare(read_header(folder), expected)
        except journal.AnotherWork as error:
            raise AnotherDataset(folder, error.differing) from None
        except journal.ChangedBots:
            raise AnotherDataset(folder, ["files"]) from None
        return
    for table in ("games", "steps"):
        (folder / table).mkdir(parents=True, exist_ok=True)
    write_whole(folder / CARD_FILE, card(simulation).encode())
    write_whole(folder / HEADER_FILE, (json.dumps(expected, ensure_ascii=False, indent=1) + "\n").encode())


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is there whole, or not at all."""
    part = path.with_name(f".{path.name}.unfinished")
    part.write_bytes(content)
    part.replace(path)
