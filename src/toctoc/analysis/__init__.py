"""Look back at a game that is over: how each player's chance to win went, and what would have been better.

All of it is an estimate from what one seat knew at each moment, or, if asked for, with everything open. It says
how sure it is. `docs/analysis.md` tells how it is made, and how far it can be trusted.
"""

from .analyse import analyse, can_analyse
from .model import FORMAT, Analysis, Costly, Lapse, NoAnalysis, Point, Said, Turning, write
from .picture import picture

__all__ = [
    "FORMAT",
    "Analysis",
    "Costly",
    "Lapse",
    "NoAnalysis",
    "Point",
    "Said",
    "Turning",
    "analyse",
    "can_analyse",
    "picture",
    "write",
]
