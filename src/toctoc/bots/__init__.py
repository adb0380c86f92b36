"""Play by program: bots `hear(event)` and `act(view, legal)`, both as their seat sees them."""

from toctoc.bots.bot import Bot, Chair, Decision, Reason
from toctoc.bots.engine import warm_up
from toctoc.bots.hint import hint, hint_searches, hints_allowed
from toctoc.bots.level import LEVELS, BadLevel, Level, level
from toctoc.bots.player import LevelBot, RandomBot
from toctoc.bots.programs import BotError, Program
from toctoc.bots.registry import (
    BOTS,
    Profile,
    bots_for,
    describe,
    listed,
    make,
    plays,
    strongest,
    thinks_ahead,
    usual_opponent,
)

__all__ = [
    "BOTS", "LEVELS", "BadLevel", "Bot", "BotError", "Chair", "Decision", "Level", "LevelBot", "Profile",
    "Program", "RandomBot", "Reason", "bots_for", "describe", "hint", "hint_searches", "hints_allowed", "level",
    "listed", "make", "plays", "strongest", "thinks_ahead", "usual_opponent", "warm_up",
]  # fmt: skip
