"""Choose the module that draws the table of a game."""

from toctoc.cli.terminal.tables import Drawing, plain
from toctoc.core import game_package
from toctoc.core.registry import GAMES


def drawing(game: str, in_words: bool = False) -> Drawing:
    """Return how a game's table is drawn: by its own module; from data alone if it has none, or if so wished."""
    module = None if in_words else game_package.module(GAMES[game], "terminal")
    own = {"help_signs": module.help_signs} if module and hasattr(module, "help_signs") else {}
    return Drawing((module or plain).draw, (module or plain).question, **own)
