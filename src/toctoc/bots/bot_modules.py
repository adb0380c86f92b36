"""Load the modules and files of a game's bots from the package that `toctoc.core.game_package` names."""

from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from toctoc.core import game_package
from toctoc.core.game import Game

DEFAULTS = "toctoc.bots.perfect"  # has the modules that a game's bots may leave out
WEIGHTS, CARD = "weights.npz", "weights.md"  # of a net, and a description of them


def has_bots(game: Game) -> bool:
    """Tell whether `game` comes with bots; only `random` plays one that does not."""
    return bool(levels_text(game))


@cache
def has(game: Game, name: str) -> bool:
    """Tell whether the package of `game`'s bots itself has the module `name`."""
    return game_package.has(game, "bots", name)


@cache
def part(game: Game, name: str) -> Any:
    """Import the module `name` of `game`'s bots, such as mind, policy, memory, observations or features.

    A module that the game leaves out is that of `DEFAULTS`, which has mind, policy, memory and reasons.
    """
    return game_package.module(game, "bots", name) or import_module(f"{DEFAULTS}.{name}")


def has_net(game: Game) -> bool:
    """Tell whether `game`'s bots have a net, and the module `features` that computes its inputs."""
    home = game_package.package(game, "bots")
    return bool(home) and has(game, "features") and files(str(home)).joinpath(WEIGHTS).is_file()


def weights(game: Game) -> tuple[bytes, str]:
    """Return the weights of `game`'s net, and their card; `has_net` tells whether there are any."""
    home = files(str(game_package.package(game, "bots")))
    return home.joinpath(WEIGHTS).read_bytes(), home.joinpath(CARD).read_text("utf-8")


@cache
def levels_text(game: Game) -> str:
    """Return `levels.toml` of `game`'s bots; an empty text where there is none."""
    home = game_package.package(game, "bots")
    file = files(home).joinpath("levels.toml") if home else None
    return file.read_text("utf-8") if file and file.is_file() else ""
