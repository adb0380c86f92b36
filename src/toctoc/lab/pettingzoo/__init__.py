"""Play our games as PettingZoo environments: `from toctoc.lab.pettingzoo import toctoctoc_v0`, for every game."""

from toctoc.core.registry import GAMES
from toctoc.lab import extra

extra.check("gymnasium", "pettingzoo")

from .environment import Environments  # noqa: E402  # after the check for the extra

VERSION = "_v0"


def __getattr__(name: str) -> Environments:
    """Find a game by the name that its environments have: that of the game, and `_v0`."""
    game = name.removesuffix(VERSION)
    if name == game or game not in GAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return Environments(GAMES[game], name)


def __dir__() -> list[str]:
    return [f"{name}{VERSION}" for name in GAMES]
