"""Read what is in the folder of a game's bots; where that is, `toctoc.games.layout` knows."""

from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from toctoc.games.game import Game
from toctoc.games.layout import package

INSTEAD = "toctoc.bots.perfect"  # has what a folder leaves out
WEIGHTS, CARD = "weights.npz", "weights.md"  # of a net, and what there is to know of them


def has_bots(game: Game) -> bool:
    """Tell whether `game` comes with bots; only `random` plays one that does not."""
    return bool(levels_text(game))


@cache
def has(game: Game, name: str) -> bool:
    """Tell whether the folder of `game`'s bots itself has the module `name`."""
    home = package(game, "bots")
    return bool(home) and find_spec(f"{home}.{name}") is not None


@cache
def part(game: Game, name: str) -> Any:
    """Import the module `name` (mind, policy, memory, noticing, reasons, lapses or features) of `game`'s bots.

    A module that is left out is that of `INSTEAD`, which has no noticing, lapses or features.
    """
    return import_module(f"{package(game, 'bots') if has(game, name) else INSTEAD}.{name}")


def has_net(game: Game) -> bool:
    """Tell whether `game`'s bots bring a net, and what it sees."""
    home = package(game, "bots")
    return bool(home) and has(game, "features") and files(str(home)).joinpath(WEIGHTS).is_file()


def weights(game: Game) -> tuple[bytes, str]:
    """Return the weights of `game`'s net, and their card; `has_net` tells whether there are any."""
    home = files(str(package(game, "bots")))
    return home.joinpath(WEIGHTS).read_bytes(), home.joinpath(CARD).read_text("utf-8")


@cache
def levels_text(game: Game) -> str:
    """Return `levels.toml` of `game`'s bots; nothing where there are none."""
    home = package(game, "bots")
    file = files(home).joinpath("levels.toml") if home else None
    return file.read_text("utf-8") if file and file.is_file() else ""
