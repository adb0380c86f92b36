"""Players that are programs: `hear(event)` and `act(view, legal)`, both as their seat sees them."""

from toctoc.bots.bot import Bot, Chair
from toctoc.bots.registry import BOTS, make

__all__ = ["BOTS", "Bot", "Chair", "make"]
