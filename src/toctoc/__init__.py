"""Play, host and study three ghostly card games."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toctoc.core.errors import BadOption, IllegalMove, Refused, UnknownWords, WrongTurn
    from toctoc.core.match import Match
    from toctoc.core.registry import GAMES

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
_MODULES = {
    **dict.fromkeys(("BadOption", "IllegalMove", "Refused", "UnknownWords", "WrongTurn"), "toctoc.core.errors"),
    "GAMES": "toctoc.core.registry",
    "Match": "toctoc.core.match",
}


def __getattr__(name: str) -> object:
    """Load what is asked for when it is asked for: the program starts sooner without the games."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
