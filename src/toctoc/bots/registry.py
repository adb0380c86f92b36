"""The bots there are."""

from collections.abc import Callable

from toctoc.bots.bot import Bot, Chair
from toctoc.bots.random_bot import RandomBot

BOTS: dict[str, Callable[[Chair], Bot]] = {"random": RandomBot}


def make(name: str, chair: Chair) -> Bot:
    """The bot of that name, sitting down."""
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}; there are: {', '.join(BOTS)}")
    return BOTS[name](chair)
