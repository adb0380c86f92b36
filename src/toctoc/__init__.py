"""Play, host and study three ghostly card games."""

from toctoc.games.errors import BadOption, IllegalMove, Refused, UnknownWords, WrongTurn
from toctoc.games.match import Match
from toctoc.games.registry import GAMES

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "BadOption",
    "IllegalMove",
    "Match",
    "Refused",
    "UnknownWords",
    "WrongTurn",
    "__version__",
]
