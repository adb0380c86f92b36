"""The bots there are."""

from collections.abc import Callable

from toctoc.bots.bot import Bot
from toctoc.bots.random_bot import RandomBot
from toctoc.games.game import Game

BOTS: dict[str, Callable[[Game, int, int], Bot]] = {"random": RandomBot}


def make(name: str, game: Game, seat: int, seed: int) -> Bot:
    """The bot of that name for a seat of a game; the same seed plays the same."""
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}; there are: {', '.join(BOTS)}")
    return BOTS[name](game, seat, seed)
