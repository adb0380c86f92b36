"""Play games, one object each, as matches. Plain Python: only `compile` needs another package, Numba."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toctoc.core.errors import BadOption, IllegalMove, Refused, UnknownWords, WrongTurn
    from toctoc.core.game import Action, Chance, Event, Game, Knowledge, Move, Outcome, Step, View, event
    from toctoc.core.match import Match, StepEvents
    from toctoc.core.options import Choice, Flag, Number, NumberList, Option, SeatNumber
    from toctoc.core.registry import GAMES, find

_MODULES = {
    "errors": ("BadOption", "IllegalMove", "Refused", "UnknownWords", "WrongTurn"),
    "game": ("Action", "Chance", "Event", "Game", "Knowledge", "Move", "Outcome", "Step", "View", "event"),
    "match": ("Match", "StepEvents"),
    "options": ("Choice", "Flag", "Number", "NumberList", "Option", "SeatNumber"),
    "registry": ("GAMES", "find"),
}
__all__ = [
    "GAMES", "Action", "BadOption", "Chance", "Choice", "Event", "Flag", "Game", "IllegalMove", "Knowledge",
    "Match", "Move", "Number", "NumberList", "Option", "Outcome", "Refused", "SeatNumber", "Step", "StepEvents",
    "UnknownWords", "View", "WrongTurn", "event", "find",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Load what is asked for when it is asked for: the program starts sooner without the games."""
    module = next((module for module, names in _MODULES.items() if name in names), None)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
