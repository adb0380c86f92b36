"""Play by program: bots `observe(event)` and `act(view, legal)`, both as their seat sees them."""

from toctoc.bots.bot import Bot, Decision, Reason, SeatInfo
from toctoc.bots.engine import warm_up
from toctoc.bots.hint import hint, hint_searches, hints_allowed
from toctoc.bots.level import LEVELS, BadLevel, Level, level
from toctoc.bots.player import LevelBot, RandomBot
from toctoc.bots.policy import Policy, load
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
    "BOTS", "LEVELS", "BadLevel", "Bot", "BotError", "Decision", "Level", "LevelBot", "Policy", "Profile",
    "Program", "RandomBot", "Reason", "SeatInfo", "bots_for", "describe", "hint", "hint_searches", "hints_allowed",
    "level", "listed", "load", "make", "plays", "strongest", "thinks_ahead", "usual_opponent", "warm_up",
]  # fmt: skip
