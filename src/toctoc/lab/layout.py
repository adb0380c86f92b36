"""Find what a game brings to the laboratory: its codec, of which `toctoc.codec.layout` tells, and a miniature."""

from importlib import import_module
from importlib.util import find_spec

from toctoc.codec.layout import Fields, coding, modules, offsets
from toctoc.games.game import Game
from toctoc.games.layout import package

__all__ = ["Fields", "coding", "miniature", "modules", "offsets"]


def miniature(game: Game) -> Game | None:
    """Return the game that `game` brings as its miniature, small enough to be solved; None if it brings none."""
    home = package(game, "lab")
    if home is None or find_spec(f"{home}.miniature") is None:
        return None
    found: Game = import_module(f"{home}.miniature").MINIATURE
    return found
