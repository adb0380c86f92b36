"""Find the package with which bots play a game, by convention, and the modules in it."""

from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from toctoc.games.game import Game

INSTEAD = "toctoc.bots.perfect"  # has what a room leaves out


def has_room(game: Game) -> bool:
    """Tell whether `game` comes with bots; only `random` plays one that does not."""
    return _levels(_home(game)) is not None


def part(game: Game, name: str) -> Any:
    """Import the module `name` (mind, policy, memory or reasons) of `game`'s bots.

    All but the policy may be left out: then it is that of `INSTEAD`.
    """
    return _module(_home(game), name)


def levels_text(game: Game) -> str:
    """Return `levels.toml` of `game`'s bots; nothing where there are none."""
    return _levels(_home(game)) or ""


def _home(game: Game) -> str:
    home = getattr(game, "home", "")
    return f"{home}.bots" if home else f"toctoc.bots.{game.name}"


@cache
def _module(home: str, name: str) -> Any:
    return import_module(f"{home if find_spec(f'{home}.{name}') else INSTEAD}.{name}")


@cache
def _levels(home: str) -> str | None:
    try:
        found = find_spec(home)
    except ModuleNotFoundError:
        return None
    file = files(home).joinpath("levels.toml") if found else None
    return file.read_text("utf-8") if file and file.is_file() else None
