"""Which module draws the table of a game."""

from toctoc.cli.terminal.tables import Drawing, plain
from toctoc.games import rooms
from toctoc.games.registry import GAMES


def drawing(game: str) -> Drawing:
    """Return how a game's table is drawn: by its own room, or else from data alone."""
    module = rooms.module(GAMES[game], "terminal") or plain
    return Drawing(module.draw, module.question)
