"""Find the modules and files of a game: all are in its package, `Game.home`.

| part | in the package `ghosts` |
|---|---|
| bots | `ghosts.bots` |
| numbers for learning programs | `ghosts.codec` |
| a version small enough to be solved | `ghosts.miniature` |
| questions of a study | `ghosts.study` |
| the table in the terminal | `ghosts.terminal` |
| a lesson | `ghosts/lesson.toml` |
| texts | `ghosts/lang/<language>.json` |
| rules for people | `ghosts/rulebook/<language>.md` |

No other module composes the name of a module or a file from a game.
"""

from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType

from .game import Game


@cache
def package(game: Game, part: str) -> str | None:
    """Return the dotted name of the package or module `part` of `game`; None where the game has none."""
    name = f"{game.home}.{part}"
    return name if find_spec(name) else None


@cache
def has(game: Game, part: str, inner: str) -> bool:
    """Tell whether the part of a game is a package with the module `inner`; import nothing but the package."""
    home = package(game, part)
    return home is not None and find_spec(f"{home}.{inner}") is not None


def module(game: Game, part: str, inner: str = "") -> ModuleType | None:
    """Import a part of a game, or the module `inner` in it; None where the game has no such module."""
    home = package(game, part)
    if home is None or (inner and not has(game, part, inner)):
        return None
    return import_module(f"{home}.{inner}" if inner else home)


def file(game: Game, *path: str) -> Traversable:
    """Return a file of a game's package; it may be missing."""
    return files(game.home).joinpath(*path)
