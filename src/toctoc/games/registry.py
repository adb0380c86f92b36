"""The games there are."""

from . import chocottes, escalier, toctoctoc
from .game import Game

GAMES: dict[str, Game] = {game.name: game for game in (toctoctoc.GAME, chocottes.GAME, escalier.GAME)}


def find(name: str) -> Game:
    """The game of that name; a `ValueError` lists those there are."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    return GAMES[name]
