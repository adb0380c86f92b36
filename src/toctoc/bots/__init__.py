"""Players that are programs: `hear(event)` and `act(view, legal)`, both as their seat sees them."""

from toctoc.bots.bot import Bot, Chair, Reason
from toctoc.bots.engine import warm_up
from toctoc.bots.hint import hint, hints_allowed
from toctoc.bots.level import LEVELS, BadLevel, level
from toctoc.bots.player import Decision, LevelBot
from toctoc.bots.registry import BOTS, make, thinks_ahead

__all__ = [
    "BOTS", "LEVELS", "BadLevel", "Bot", "Chair", "Decision", "LevelBot", "Reason", "hint",
    "hints_allowed", "level", "make", "thinks_ahead", "warm_up",
]  # fmt: skip
