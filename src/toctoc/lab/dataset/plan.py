"""Plan a dataset: its folder, its parts and its identity.

`dataset.json` says which games these are. `games/part-NNNNNN.parquet` and `steps/part-NNNNNN.parquet` hold a range
of them each, and come into being together, whole: a run that was stopped goes on with the parts that are missing.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toctoc.arena.bot_games import slow_bots
from toctoc.arena.kept import with_defaults
from toctoc.arena.plan import Batch, Simulation
from toctoc.bots.registry import file_digest
from toctoc.games import options
from toctoc.games.registry import find

FORMAT = 1
HEADING = "dataset.json"
RANDOM_PART, HABIT_PART, MATCH_PART = 40_000, 10_000, 100  # games; a second's work or more


class AnotherDataset(ValueError):
    """Refuse a folder with another dataset; `differing` names the differences; empty if it is no dataset."""

    def __init__(self, folder: Path, differing: list[str]) -> None:
        none = f"there is no dataset in {folder}, where {HEADING} would tell which; `toctoc dataset` writes one"
        super().__init__(f"{folder} has another dataset: {', '.join(differing)}" if differing else none)
        self.differing = differing


class TooManyGames(ValueError):
    """Refuse a folder that has more games than are wanted."""

    def __init__(self, games: int) -> None:
        super().__init__(f"the folder has {games} games already")
        self.games = games


class Damaged(ValueError):
    """Refuse a folder with a part that cannot be read, or is missing."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is missing or damaged")
        self.path = path


@dataclass(frozen=True, slots=True)
class Part:
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
    return MATCH_PART if slow_bots(simulation) else HABIT_PART


def batches(simulation: Simulation, size: int) -> list[Batch]:
    """Return the games of each part."""
    return [(first, min(size, simulation.games - first)) for first in range(0, simulation.games, size)]


def heading(simulation: Simulation, size: int) -> dict[str, Any]:
    """Return the identity of a dataset as JSON; the number of games is not part of it."""
    files = {name: digest for name in simulation.lineup if (digest := file_digest(name))}
    return {
        "dataset": FORMAT,
        "game": simulation.game,
        "rules": find(simulation.game).rules.VERSION,
        "players": simulation.players,
        "options": options.as_json(simulation.options),
        "bots": list(simulation.lineup),
        "seed": simulation.seed,
        "part": size,
    } | ({"files": files} if files else {})


def read_heading(folder: Path) -> dict[str, Any]:
    """Read which dataset is in a folder; `AnotherDataset` if there is none, or none that we can read."""
    try:
        found = json.loads((folder / HEADING).read_bytes())
    except (OSError, ValueError):
        raise AnotherDataset(folder, []) from None
    if not isinstance(found, dict) or found.get("dataset") != FORMAT:
        raise AnotherDataset(folder, [])
    return found


def seed_in(folder: Path) -> int | None:
    """Read the seed of the dataset in a folder; None if there is none."""
    try:
        seed = read_heading(folder).get("seed")
    except AnotherDataset:
        return None
    return seed if isinstance(seed, int) else None


def simulation_in(folder: Path) -> Simulation:
    """Return the simulation whose games are in a folder, as far as it goes: `games` is a part's.

    `BadOption` names an option that this version does not have.
    """
    found = read_heading(folder)
    game = find(found["game"])
    if found["rules"] != game.rules.VERSION:
        raise AnotherDataset(folder, ["rules"])
    chosen = options.complete(game.options, found["options"])
    return Simulation(game.name, found["players"], found["part"], found["seed"], chosen, tuple(found["bots"]))


def open_folder(folder: Path, simulation: Simulation, size: int) -> None:
    """Make a folder ready for a dataset, or find this one there; else `AnotherDataset`, and nothing changed."""
    first = heading(simulation, size)
    if folder.exists() and any(folder.iterdir()):
        found = with_defaults(read_heading(folder))
        if differing := [name for name in {**first, **found} if found.get(name) != first.get(name)]:
            raise AnotherDataset(folder, differing)
        return
    for table in ("games", "steps"):
        (folder / table).mkdir(parents=True, exist_ok=True)
    write_whole(folder / HEADING, (json.dumps(first, ensure_ascii=False, indent=1) + "\n").encode())


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is there whole, or not at all."""
    part = path.with_name(f".{path.name}.unfinished")
    part.write_bytes(content)
    part.replace(path)
