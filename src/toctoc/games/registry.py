"""The games there are: ours, and those of installed packages."""

from . import chocottes, escalier, plugins, toctoctoc
from .game import Game

OURS: dict[str, Game] = {game.name: game for game in (toctoctoc.GAME, chocottes.GAME, escalier.GAME)}
GAMES: dict[str, Game] = plugins.added_to(OURS)


def find(name: str) -> Game:
    """Return the game of that name; a `ValueError` lists those there are."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    return GAMES[name]
