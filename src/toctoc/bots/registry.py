"""The bots there are."""

from toctoc.bots.bot import Bot, Chair
from toctoc.bots.level import LEVELS, level
from toctoc.bots.player import LevelBot
from toctoc.bots.random_bot import RandomBot

BOTS = (*LEVELS, "random")
NEMESIS = "nemesis:"  # before the name of a bot: a search that knows how that one plays


def make(name: str, chair: Chair) -> Bot:
    """The bot of that name, or of that TOML file, sitting down; a `ValueError` says what there is."""
    if name == "random":
        return RandomBot(chair)
    if name.startswith(NEMESIS):
        return LevelBot(chair, level(LEVELS[-1]), rivals=[level(name.removeprefix(NEMESIS))])
    return LevelBot(chair, level(name))


def thinks_ahead(name: str, game: str) -> bool:
    """Whether a bot searches, for which compiled rules are worth waiting for."""
    return name.startswith(NEMESIS) or (name != "random" and level(name).search[game].worlds > 0)
