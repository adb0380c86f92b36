"""Find the modules and files of a game, by convention: ours in our own folders, a plugin's in its package.

| what | of ours | of a plugin whose `home` is `ghosts` |
|---|---|---|
| "bots" | `toctoc.bots.<name>` | `ghosts.bots` |
| "lab" | `toctoc.codec.<name>` | `ghosts.lab` |
| "study" | `toctoc.study.<name>` | `ghosts.study` |
| "terminal" | `toctoc.cli.terminal.tables.<name>` | `ghosts.terminal` |
| files beside the rules | `toctoc/games/<name>/` | `ghosts/` |
| words | `toctoc/lang/games/<name>/<language>.json` | `ghosts/lang/<language>.json` |
| rules as a text | `docs/rules/<name>.<language>.md` | `ghosts/rulebook/<language>.md` |

Nothing else composes the name of a module or a file from the name of a game.
"""

from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType

from .game import Game

OURS = {
    "bots": "toctoc.bots.{name}",
    "lab": "toctoc.codec.{name}",
    "study": "toctoc.study.{name}",
    "terminal": "toctoc.cli.terminal.tables.{name}",
}


@cache
def package(game: Game, part: str) -> str | None:
    """Return the dotted name of a game's package or module, such as "bots"; None where it has none."""
    name = f"{game.home}.{part}" if game.home else OURS[part].format(name=game.name)
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
    """Return a file that lies beside a game's rules; `is_file()` tells whether it exists."""
    return files(game.home or f"toctoc.games.{game.name}").joinpath(*path)
