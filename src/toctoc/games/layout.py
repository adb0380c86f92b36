"""Where the modules and files of a game are, by convention: ours in our own folders, a plugin's in its package.

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
    """Return the dotted name of a game's package or module, such as "bots"; None where the game has none."""
    name = f"{game.home}.{part}" if game.home else OURS[part].format(name=game.name)
    return name if find_spec(name) else None


def module(game: Game, part: str, inner: str = "") -> ModuleType | None:
    """Import a part of a game, or the module `inner` in it; None where the game has no such part."""
    home = package(game, part)
    if home is None:
        return None
    return import_module(f"{home}.{inner}" if inner else home)


def file(game: Game, *path: str) -> Traversable:
    """Return a file that lies beside a game's rules; whether it is there, `is_file()` tells."""
    return files(game.home or f"toctoc.games.{game.name}").joinpath(*path)
